import { get, json } from '../load.mjs';
import { form } from '../samples/form.mjs';

/** How the bot does each thing with this adapter. */
export const adapter = {
  name: 'adapter',
  create: ({ title, body, externalId }, media = [], fields = undefined) =>
    json('POST', '/api/bot/publications', { title, body, media, fields, externalId }),
  /** A cover, two tags by their slugs, and an excerpt. */
  fieldsOf: (cover, tags) => ({ cover, excerpt: 'In short', tags: tags.map(({ slug }) => slug) }),
  idOfCreated: ({ id }) => id,
  publish: (id) => ({ method: 'POST', path: `/api/bot/publications/${id}/publish` }),
  change: (id, changes) => json('PATCH', `/api/bot/publications/${id}`, changes),
  changeAndPublish: (id, changes) =>
    json('PATCH', `/api/bot/publications/${id}?publish=true`, changes),
  /** Fields in which plain values are. */
  plainFieldsOf: (fields) => ({ fields }),
  unpublish: (id) => ({ method: 'POST', path: `/api/bot/publications/${id}/unpublish` }),
  list: (query) => get('/api/bot/publications', { limit: '25', ...query }),
  /** What a list is narrowed by. */
  filters: {
    title: (beginning) => ({ title: beginning }),
    tag: (slug) => ({ 'fields.tags': slug }),
    createdAfter: (time) => ({ createdAfter: time }),
    updatedAfter: (time) => ({ updatedAfter: time }),
    ownName: (name) => ({ externalId: name }),
    byTheBot: () => ({ madeBy: 'bot' }),
  },
  /** What has changed since a moment, 25 at a time; all that there is, the oldest first. */
  changes: (query) => get('/api/bot/changes', { limit: '25', ...query }),
  materials: (query) => get('/api/bot/materials', { limit: '25', ...query }),
  get: (id) => get(`/api/bot/publications/${id}`),
  /** What a reader asks for. @param work what `get` answers */
  page: ({ url }) => get(new URL(url).pathname),
  upload: (file) => ({ method: 'POST', path: '/api/bot/materials', ...form('file', file) }),
  idOfUploaded: ({ id }) => id,
  remove: (id) => ({ method: 'DELETE', path: `/api/bot/publications/${id}` }),
  /** The media go with the work. */
  removeWithMedia: (id) => [adapter.remove(id)],
};
