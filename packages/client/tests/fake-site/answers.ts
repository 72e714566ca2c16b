import { ERRORS, type ErrorCode } from '@fleet-bot/protocol';

import type { Fault } from './faults';
import { digestOf, type FakeMaterial, type FakePublication, type Library } from './library';

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Error that ends a request with an error code of the protocol. */
export class Refusal extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly details: object = {}
  ) {
    super(ERRORS[code][1]);
  }
}

export const etagOf = ({ id, version }: FakePublication) => `"${id}-${version}"`;

/** Creates the functions that build the answers of the fake site. `address` returns the URL of the site. */
export const createAnswers = (
  address: () => string,
  { materials }: Library,
  is: (fault: Fault) => boolean
) => {
  const pages = () =>
    is('addresses in bodies are rewritten') ? 'http://front.invalid' : address();
  const urlOf = ({ id, filename }: FakeMaterial) => `${address()}/uploads/${id}/${filename}`;

  const material = (one: FakeMaterial) => ({ id: one.id, url: urlOf(one), type: one.type });
  const described = (one: FakeMaterial) => ({
    ...material(one),
    alternativeText: one.alternativeText,
    caption: one.caption,
  });
  const mediaOf = (ids: string[]) => ids.flatMap((id) => materials.get(id) ?? []).map(described);

  const item = (publication: FakePublication) => {
    const { id, live, externalId, publishAt, unpublishAt } = publication;
    const { createdAt, updatedAt, publishedAt, firstPublishedAt } = publication;
    const { title, body, media } = live ?? publication;
    const changed =
      live !== null &&
      JSON.stringify([live.title, live.body, live.media]) !==
        JSON.stringify([publication.title, publication.body, publication.media]);
    return {
      id,
      title,
      status: live === null ? 'draft' : 'published',
      url: live === null ? null : `${pages()}/works/${id}`,
      changed,
      externalId,
      publishAt,
      unpublishAt,
      scheduleError: null,
      media: mediaOf(media),
      createdAt,
      updatedAt,
      publishedAt,
      firstPublishedAt,
      body,
    };
  };

  return {
    own: address,
    urlOf,
    item,
    previewOf: (id: string) => `${address()}/previews/${id}`,

    publication: (publication: FakePublication) => {
      const shown = item(publication);
      const { title, body, media, updatedAt } = publication;
      const more = { slug: publication.id, fields: {} };
      const draft = { title, body, media: mediaOf(media), updatedAt, ...more };
      return { ...shown, ...more, draft: shown.changed ? draft : null };
    },

    uploaded: (one: FakeMaterial, stored = digestOf(one.bytes)) => ({
      ...material(one),
      sha256: { received: one.received, stored },
    }),

    listed: (one: FakeMaterial) => ({
      ...described(one),
      name: one.name,
      mime: 'text/plain',
      kilobytes: one.bytes.length / 1_000,
      sha256: { received: one.received, stored: digestOf(one.bytes) },
      width: null,
      height: null,
      createdAt: one.createdAt,
      updatedAt: one.createdAt,
    }),
  };
};
