/**
 * Requests of Strapi's admin panel: the list of works (first, second and distant pages, sorts and searches), and the
 * Bot page.
 */

import { get } from '../load.mjs';
import { same } from '../sides/actions.mjs';

const WORKS = '/content-manager/collection-types/api::work.work';
const PAGE_SIZE = 20;
const PAGE = 1000;
const DAY = 86_400_000;

const query = (parameters) => new URLSearchParams(parameters).toString();

const list = (parameters) =>
  `${WORKS}?${query({ page: '1', pageSize: String(PAGE_SIZE), sort: 'createdAt:DESC', ...parameters })}`;

/** Page number far back in the list: 1,000, or the last page in a smaller store. */
const farPage = ({ shape }) => String(Math.min(PAGE, Math.ceil(shape.works / PAGE_SIZE)));

const midnight = () => Math.floor(Date.now() / DAY) * DAY;
const iso = (milliseconds) => new Date(milliseconds).toISOString();

/** Functions that return the path of a measured request, keyed by the title of the measurement. */
const PATHS = {
  'list, first page': () => list({}),
  'list, page 2': () => list({ page: '2' }),
  'list, page 1,000': (participant) => list({ page: farPage(participant) }),
  'list by title': () => list({ sort: 'title:ASC' }),
  'list by title, page 1,000': (participant) =>
    list({ sort: 'title:ASC', page: farPage(participant) }),
  'list by last change': () => list({ sort: 'updatedAt:DESC' }),
  'list, never published': () => list({ status: 'draft', publicationFilter: 'never-published' }),
  'list, published': () => list({ status: 'published' }),
  'search, one work': ({ shape }) => list({ _q: `Work ${Math.ceil(shape.works / 2)} of` }),
  'search, few works': () => list({ _q: 'Seldom seen' }),
  'search, many works': () => list({ _q: 'same title' }),
  'search, no work': () => list({ _q: 'nowhere to be found' }),
  'Bot page, state': () => '/bot/overview/state',
  'Bot page, today': () =>
    `/bot/overview/timeline?${query({ from: iso(midnight()), to: iso(midnight() + DAY) })}`,
  'Bot page, search in a day': () =>
    `/bot/overview/timeline?${query({ from: iso(midnight() - DAY), to: iso(midnight()), search: 'harbour' })}`,
  'Bot page, review': () => '/bot/overview/review',
  'Bot page, files': () => '/bot/overview/files',
  'Bot page, files in texts': () => '/bot/overview/files-in-texts',
  'Bot page, trash': () => '/bot/trash',
};

export const panelOperations = Object.entries(PATHS).map(([title, pathOf]) =>
  same(`panel: ${title}`, async (store) => {
    const authorization = `Bearer ${await store.server.request('administratorToken')}`;
    return { ...get(pathOf(store)), headers: { authorization } };
  })
);
