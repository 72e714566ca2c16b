import { json } from '../load/client.mjs';
import { form } from '../samples/form.mjs';

const NEWEST =
  '?sort=createdAt:desc&pagination[pageSize]=25&populate=media&status=draft'.replaceAll(
    /[[\]]/g,
    (bracket) => encodeURIComponent(bracket)
  );

const CHANGED_SINCE =
  '?sort=updatedAt:asc&filters[updatedAt][$gt]=2000-01-01T00:00:00.000Z&pagination[pageSize]=25&status=draft'.replaceAll(
    /[[\]$]/g,
    (character) => encodeURIComponent(character)
  );

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
  list: () => ({ method: 'GET', path: `/api/works${NEWEST}` }),
  /** What was deleted it cannot ask for. */
  changes: () => ({ method: 'GET', path: `/api/works${CHANGED_SINCE}` }),
  get: (id) => ({ method: 'GET', path: `/api/works/${id}?populate=media&status=draft` }),
  /** What a front end asks for to make the page. @param work what `get` answers */
  page: ({ data }) => ({ method: 'GET', path: `/api/works/${data.documentId}?populate=*` }),
  upload: (file) => ({ method: 'POST', path: '/api/upload', ...form('files', file) }),
  idOfUploaded: ([{ id }]) => id,
  remove: (id) => ({ method: 'DELETE', path: `/api/works/${id}` }),
  /** The requests that delete a work and its media. */
  removeWithMedia: (id, files) => [
    native.remove(id),
    ...files.map((file) => ({ method: 'DELETE', path: `/api/upload/files/${file}` })),
  ],
};
