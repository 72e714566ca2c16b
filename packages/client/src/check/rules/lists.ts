import { cursorIn } from '../../http/paging';
import { assert, assertEqual, idsOf } from '../assert';
import { rulesOf } from '../rule';
import type { Reply, Session } from '../session';

/** Reads all pages of a list, with 2 items each. Calls `between` after the first page, with its ids. */
const readPages = async (
  { done, run }: Session,
  between: (seen: string[]) => Promise<void>
): Promise<string[]> => {
  const seen: string[] = [];
  let cursor: string | undefined = '';
  for (let page = 1; cursor !== undefined; page += 1) {
    assert(page < 100, 'The pages do not end');
    const query = { title: `${run} page`, limit: '2', ...(cursor !== '' && { cursor }) };
    const reply: Reply<{ id: string }[]> = await done('listPublications', { query });
    assert(reply.body.length <= 2, `A page of 2 has ${reply.body.length}`);
    seen.push(...idsOf(reply.body));
    if (page === 1) await between(seen);
    cursor = cursorIn(reply.headers.get('link'));
  }
  return seen;
};

export const LISTS = rulesOf({
  'list-order: The list has the newest first, and knows drafts and published ones': async (
    session
  ) => {
    const { run, done, draft, publish } = session;
    const name = `${run} order`;
    const ids = [await draft({ title: `${name} 1` }), await draft({ title: `${name} 2` })];
    const [older = '', newer = ''] = ids;
    await publish(older);
    const listed = async (query: Record<string, string>) =>
      idsOf((await done('listPublications', { query: { title: name, ...query } })).body);
    assertEqual(await listed({}), [newer, older], 'The list');
    assertEqual(await listed({ status: 'draft' }), [newer], 'The list of drafts');
    assertEqual(await listed({ status: 'published' }), [older], 'The list of published ones');
    assertEqual(await listed({ limit: '1' }), [newer], 'The list with limit 1');
  },
  'pages-under-change: Pages repeat nothing and leave nothing out while others create and delete':
    async (session) => {
      const ids: string[] = [];
      for (let count = 0; count < 6; count += 1) {
        ids.unshift(await session.draft({ title: `${session.run} page ${count}` }));
      }
      const seen = await readPages(session, async ([first = '']) => {
        await session.draft({ title: `${session.run} page new` });
        await session.draft({ title: `${session.run} page newer` });
        await session.done('deletePublication', { id: first });
      });
      assertEqual(seen, ids, 'What the pages have');
    },
});
