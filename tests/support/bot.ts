import supertest from 'supertest';
import type { Test } from 'supertest';

import type { TestFile } from './files';

const PREFIX = '/api/bot';

/** Body of `POST /publications`. */
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

/** Body of `PATCH /publications/:id`. */
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

/** A media record in the bot's answers. */
export interface Material {
  id: string;
  url: string;
  type: 'image' | 'video' | 'file';
}

/** A publication in the answer of `list`; `get` adds the body. */
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

/** Site of a bot: a URL and a token, or the result of `startSite`. */
export interface BotTarget {
  url: string;
  token: string;
}

/**
 * A small fleet bot. Its methods expect success and return the body of the answer; `request` is for other statuses,
 * headers and invalid input.
 */
export const createBot = ({ url, token }: BotTarget) => {
  const http = supertest(url);

  const request = (method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string): Test =>
    http[method](`${PREFIX}${path}`).set('Authorization', `Bearer ${token}`);

  const answer = async <Body>(test: Test, status: number): Promise<Body> => {
    const response = await test;
    if (response.status === status) return response.body as Body;
    throw new Error(`The site answered ${response.status} instead of ${status}: ${response.text}`);
  };

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

    /** Returns the properties that publications have for a material; the answer also has digests. */
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
