import { get, json } from '../load.mjs';
import { form } from '../samples/form.mjs';

/** 25 drafts with their media. @param {Record<string, string>} query sort and filters */
const list = (query) =>
  get('/api/works', { 'pagination[pageSize]': '25', status: 'draft', ...query });

/**
 * How a client does the same with Strapi's own routes. It must bring the slug, which Strapi does
 * not fill in for an API client. DELETE of a work leaves its media behind, rows and bytes, so a
 * client that wants them gone deletes each file as well.
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
  /** A name of a client's own is the slug here; who has made a work is not told, so all are listed. */
  filters: {
    title: (beginning) => ({ 'filters[title][$startsWithi]': beginning }),
    tag: (slug) => ({ 'filters[tags][slug][$eq]': slug }),
    createdAfter: (time) => ({ 'filters[createdAt][$gt]': time }),
    updatedAfter: (time) => ({ 'filters[updatedAt][$gt]': time, sort: 'updatedAt:desc' }),
    ownName: (name) => ({ 'filters[slug][$eq]': name }),
    byTheBot: () => ({}),
  },
  /** What was deleted it cannot ask for. */
  changes: () =>
    list({ sort: 'updatedAt:asc', 'filters[updatedAt][$gt]': '2000-01-01T00:00:00.000Z' }),
  get: (id) => get(`/api/works/${id}?populate=media&status=draft`),
  /** What a front end asks for to make the page. @param work what `get` answers */
  page: ({ data }) => get(`/api/works/${data.documentId}?populate=*`),
  upload: (file) => ({ method: 'POST', path: '/api/upload', ...form('files', file) }),
  idOfUploaded: ([{ id }]) => id,
  remove: (id) => ({ method: 'DELETE', path: `/api/works/${id}` }),
  /** The requests that delete a work and its media. */
  removeWithMedia: (id, files) => [
    native.remove(id),
    ...files.map((file) => ({ method: 'DELETE', path: `/api/upload/files/${file}` })),
  ],
};
