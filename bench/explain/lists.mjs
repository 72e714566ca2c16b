import { deepListCursor, deepPublicCursor } from '../scale/cursors.mjs';

const STATUSES = [undefined, 'draft', 'published'];

/** The requests whose queries are explained, each with a name. */
const requestsOf = async (site) => {
  const requests = [];
  for (const status of STATUSES) {
    const query = status === undefined ? {} : { status };
    const name = status === undefined ? 'list' : `list, ${status}`;
    const cursor = await deepListCursor(site, status);
    requests.push(
      { name: `${name}, first page`, request: site.side.list(query) },
      { name: `${name}, page 5,000`, request: site.side.list({ ...query, cursor }) }
    );
  }
  const before = await deepPublicCursor(site);
  return [
    ...requests,
    { name: 'public list, first page', request: { method: 'GET', path: '/works' } },
    {
      name: 'public list, page 5,000',
      request: { method: 'GET', path: `/works?before=${before}` },
    },
  ];
};

/**
 * Lets the database explain the query that finds each page; the one for its media is by numbers of
 * rows and the same for all.
 *
 * @param {import('../sides/actions.mjs').Participant} site on a store that is filled.
 * @returns {Promise<{ name: string, sql: string, plan: string[] }[]>}
 */
export const explainLists = async (site) => {
  const plans = [];
  for (const { name, request } of await requestsOf(site)) {
    await site.server.ask('recordQueries');
    await site.client.send(request);
    const [page, media] = await site.server.ask('explainQueries');
    plans.push({ name, ...page });
    if (plans.length === 1) plans.push({ name: 'media of a page', ...media });
  }
  return plans;
};
