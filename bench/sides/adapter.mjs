import { get, json } from '../load.mjs';
import { form } from '../samples/form.mjs';

/** Requests of a bot to the REST API of the plugin, `/api/bot`. */
export const adapter = {
  name: 'adapter',
  create: ({ title, body, externalId }, media = [], fields = undefined) =>
    json('POST', '/api/bot/publications', { title, body, media, fields, externalId }),
  /** Fields of a work: a cover, two tags by their slugs, and an excerpt. */
  fieldsOf: (cover, tags) => ({ cover, excerpt: 'In short', tags: tags.map(({ slug }) => slug) }),
  idOfCreated: ({ id }) => id,
  publish: (id) => ({ method: 'POST', path: `/api/bot/publications/${id}/publish` }),
  change: (id, changes) => json('PATCH', `/api/bot/publications/${id}`, changes),
  changeAndPublish: (id, changes) =>
    json('PATCH', `/api/bot/publications/${id}?publish=true`, changes),
  /** Converts fields to the body of a request that changes a publication. */
  plainFieldsOf: (fields) => ({ fields }),
  unpublish: (id) => ({ method: 'POST', path: `/api/bot/publications/${id}/unpublish` }),
  list: (query) => get('/api/bot/publications', { limit: '25', ...query }),
  /** Query parameters that filter a list. */
  filters: {
    title: (beginning) => ({ title: beginning }),
    tag: (slug) => ({ 'fields.tags': slug }),
    createdAfter: (time) => ({ createdAfter: time }),
    updatedAfter: (time) => ({ updatedAfter: time }),
    ownName: (name) => ({ externalId: name }),
    byTheBot: () => ({ madeBy: 'bot' }),
  },
  /** Request for up to 25 changes after a cursor. Without a cursor, requests the oldest changes. */
  changes: (query) => get('/api/bot/changes', { limit: '25', ...query }),
  materials: (query) => get('/api/bot/materials', { limit: '25', ...query }),
  get: (id) => get(`/api/bot/publications/${id}`),
  /** Request of a reader for the work's page. @param work an answer of `get` */
  page: ({ url }) => get(new URL(url).pathname),
  feed: () => get('/works/feed.xml'),
  upload: (file) => ({ method: 'POST', path: '/api/bot/materials', ...form('file', file) }),
  idOfUploaded: ({ id }) => id,
  urlOfUploaded: ({ url }) => url,
  remove: (id) => ({ method: 'DELETE', path: `/api/bot/publications/${id}` }),
  /** Requests that delete a work. The site deletes the work's media as well. */
  removeWithMedia: (id) => [adapter.remove(id)],
};
