import supertest from 'supertest';
import type { Test } from 'supertest';

import type { TestFile } from './files';

const PREFIX = '/api/bot';

/** What `POST /publications` takes. */
export interface PublicationInput {
  title: string;
  slug?: string;
  body?: string;
  media?: (string | number | { id: string })[];
  externalId?: string | null;
  publishAt?: string | null;
  firstPublishedAt?: string | null;
  unpublishAt?: string | null;
  fields?: Record<string, unknown>;
}

/** What `PATCH /publications/:id` takes. */
export interface PublicationChange {
  title?: string;
  body?: string | null;
  media?: (string | number | { id: string })[] | null;
  slug?: string;
  externalId?: string | null;
  publishAt?: string | null;
  firstPublishedAt?: string | null;
  unpublishAt?: string | null;
  fields?: Record<string, unknown>;
}

/** A media record as the bot sees it. */
export interface Material {
  id: string;
  url: string;
  type: 'image' | 'video' | 'file';
}

/** A publication as `list` shows it; `get` adds the body. */
export interface Publication {
  id: string;
  title: string;
  status: 'draft' | 'published';
  url: string;
  changed: boolean;
  externalId: string | null;
  publishAt: string | null;
  unpublishAt: string | null;
  scheduleError: string | null;
  media: (Material & { alternativeText?: string | null; caption?: string | null })[];
  createdAt: string;
  updatedAt: string;
  publishedAt: string | null;
  firstPublishedAt: string | null;
  slug?: string;
  body?: string | null;
  fields?: Record<string, unknown>;
  draft?: Pick<Publication, 'title' | 'slug' | 'body' | 'media' | 'fields' | 'updatedAt'> | null;
}

/** The site that a bot works on: an address, or what `startSite` returns. */
export interface BotTarget {
  url: string;
  token: string;
}

/**
 * A small fleet bot. The verbs of the protocol expect success and return the body of the answer;
 * `request` is for everything else: other statuses, headers, odd input.
 */
export const createBot = ({ url, token }: BotTarget) => {
  const http = supertest(url);

  const request = (method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string): Test =>
    http[method](`${PREFIX}${path}`).set('Authorization', `Bearer ${token}`);

  const answer = async <Body>(test: Test, status: number): Promise<Body> =>
    (await test.expect(status)).body as Body;

  return {
    request,

    createPublication: (input: PublicationInput) =>
      answer<{ id: string }>(request('post', '/publications').send(input), 201),

    publish: (id: string) =>
      answer<{ id: string; url: string }>(request('post', `/publications/${id}/publish`), 200),

    change: (id: string, change: PublicationChange, query: { publish?: boolean } = {}) =>
      answer<Publication>(request('patch', `/publications/${id}`).query(query).send(change), 200),

    unpublish: (id: string) =>
      answer<{ id: string }>(request('post', `/publications/${id}/unpublish`), 200),

    get: (id: string) => answer<Publication>(request('get', `/publications/${id}`), 200),

    list: (query: Record<string, string | number> = {}) =>
      answer<Publication[]>(request('get', '/publications').query(query), 200),

    remove: (id: string) =>
      answer<{ id: string; media: { deleted: string[]; kept: string[] } }>(
        request('delete', `/publications/${id}`),
        200
      ),

    /** Gives what publications say of the material too; the answer has digests besides. */
    upload: async (file: TestFile, fields: Record<string, string> = {}): Promise<Material> => {
      const sending = request('post', '/materials')
        .field(fields)
        .attach('file', file.content, { filename: file.name, contentType: file.mime });
      const { sha256, ...material } = await answer<Material & { sha256: object }>(sending, 201);
      expect(sha256).toBeDefined();
      return material;
    },
  };
};

export type Bot = ReturnType<typeof createBot>;
