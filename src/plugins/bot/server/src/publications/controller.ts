import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { botConfig } from '../config';
import { getSiteService } from '../http';
import { encodeCursor } from '../protocol/cursor';
import { protocolError } from '../protocol/errors';
import { answerIdempotently } from '../protocol/send';

import { createListQueryParser } from './list-query';
import { validatePublicationId } from './publication-id';
import { getPublicationReaderService } from './reader';
import { createPublicationValidator } from './schema';
import { getPublicationService } from './writer';

const ok = (body: unknown) => ({ status: 200, body });

/** The endpoints of publications (interface document, section 4). */
const createPublicationController = ({ strapi }: { strapi: Core.Strapi }) => {
  const config = botConfig(strapi);
  const validatePublication = createPublicationValidator(config);
  const parseListQuery = createListQueryParser(config);
  const publications = () => getPublicationService(strapi);

  /** Of the query only what the list knows: a token that was put there would be repeated. */
  const nextPageLink = (path: string, parameters: URLSearchParams, cursor: string): string => {
    const next = new URL(getSiteService(strapi).absolute(path));
    next.search = parameters.toString();
    next.searchParams.set('cursor', cursor);
    return `<${next.href}>; rel="next"`;
  };

  return {
    /** `GET /publications`: 200 with an array; a `Link` header leads to the next page. */
    async list(ctx: Context): Promise<void> {
      const { query, parameters } = parseListQuery(ctx.querystring);
      const { items, next } = await getPublicationReaderService(strapi).list(query);
      if (next !== undefined) {
        ctx.set('Link', nextPageLink(ctx.path, parameters, encodeCursor(next)));
      }
      ctx.body = items;
    },

    /** `GET /publications/:id`: 200 with the publication and its body. */
    async get(ctx: Context): Promise<void> {
      const id = validatePublicationId(ctx.params.id);
      const publication = await getPublicationReaderService(strapi).findOne(id);
      if (publication === undefined) {
        throw protocolError('publication-not-found');
      }
      ctx.body = publication;
    },

    /** `POST /publications`: 201 `{ id }` and its `Location`. */
    async create(ctx: Context): Promise<void> {
      const publication = validatePublication(ctx.request.body);
      const collection = ctx.path.replace(/\/$/, '');
      await answerIdempotently(
        ctx,
        (created: { id: string }) => ({
          status: 201,
          headers: { Location: `${collection}/${created.id}` },
          body: created,
        }),
        (record) => publications().create(publication, record)
      );
    },

    /** `POST /publications/:id/publish`: 200 `{ id, url }`. */
    async publish(ctx: Context): Promise<void> {
      const id = validatePublicationId(ctx.params.id);
      await answerIdempotently(ctx, ok, (record) => publications().publish(id, record));
    },

    /** `POST /publications/:id/unpublish`: 200 `{ id }`. */
    async unpublish(ctx: Context): Promise<void> {
      const id = validatePublicationId(ctx.params.id);
      await answerIdempotently(ctx, ok, (record) => publications().unpublish(id, record));
    },

    /** `DELETE /publications/:id`: 200 `{ id, media: { deleted, kept } }`. */
    async remove(ctx: Context): Promise<void> {
      const id = validatePublicationId(ctx.params.id);
      await answerIdempotently(ctx, ok, (record) => publications().remove(id, record));
    },
  };
};

export default createPublicationController;
