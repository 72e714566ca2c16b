import { get, json } from '../load.mjs';
import { form } from '../samples/form.mjs';

/** Request for 25 drafts with their media. @param {Record<string, string>} query sort and filters */
const list = (query) =>
  get('/api/works', { 'pagination[pageSize]': '25', status: 'draft', ...query });

/**
 * Requests for the same actions as in `adapter.mjs`, with Strapi's own routes. The client must send the slug, which
 * Strapi does not generate for API clients. Strapi keeps the media of a deleted work, both rows and bytes, so the
 * client deletes each file as well.
 */
export const native = {
  name: 'native',
  create: ({ title, slug, body }, media = [], fields = {}) =>
    json('POST', '/api/works?status=draft', { data: { title, slug, body, media, ...fields } }),
  fieldsOf: (cover, tags) => ({
    cover,
    excerpt: 'In short',
    tags: { set: tags.map(({ documentId }) => documentId) },
  }),
  change: (id, changes) => json('PUT', `/api/works/${id}?status=draft`, { data: changes }),
  changeAndPublish: (id, changes) =>
    json('PUT', `/api/works/${id}?status=published`, { data: changes }),
  plainFieldsOf: ({ excerpt, author }) => ({ excerpt, authorName: author }),
  idOfCreated: ({ data }) => data.documentId,
  publish: (id) => json('PUT', `/api/works/${id}?status=published`, { data: {} }),
  list: (query) => list({ sort: 'createdAt:desc', populate: 'media', ...query }),
  /**
   * Functions that create query parameters to filter a list. `ownName` filters by slug, because these works have no
   * external id. `byTheBot` lists all works, because Strapi does not know who created a work.
   */
  filters: {
    title: (beginning) => ({ 'filters[title][$startsWithi]': beginning }),
    tag: (slug) => ({ 'filters[tags][slug][$eq]': slug }),
    createdAfter: (time) => ({ 'filters[createdAt][$gt]': time }),
    updatedAfter: (time) => ({ 'filters[updatedAt][$gt]': time, sort: 'updatedAt:desc' }),
    ownName: (name) => ({ 'filters[slug][$eq]': name }),
    byTheBot: () => ({}),
  },
  /** Request for changed works only, because Strapi cannot list deleted works. */
  changes: () =>
    list({ sort: 'updatedAt:asc', 'filters[updatedAt][$gt]': '2000-01-01T00:00:00.000Z' }),
  get: (id) => get(`/api/works/${id}?populate=media&status=draft`),
  /** Request of a front end that renders the page. @param work an answer of `get` */
  page: ({ data }) => get(`/api/works/${data.documentId}?populate=*`),
  /** Request for the works of an Atom feed. Strapi answers JSON and renders no feed. */
  feed: () =>
    get('/api/works', { sort: 'publishedAt:desc', 'pagination[pageSize]': '20', populate: '*' }),
  upload: (file) => ({ method: 'POST', path: '/api/upload', ...form('files', file) }),
  idOfUploaded: ([{ id }]) => id,
  urlOfUploaded: ([{ url }]) => url,
  remove: (id) => ({ method: 'DELETE', path: `/api/works/${id}` }),
  /** Requests that delete a work and its media. */
  removeWithMedia: (id, files) => [
    native.remove(id),
    ...files.map((file) => ({ method: 'DELETE', path: `/api/upload/files/${file}` })),
  ],
};
