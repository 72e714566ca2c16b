import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { encodeCursor } from '../protocol/cursor';
import { protocolError } from '../protocol/errors';
import { answerOnce } from '../protocol/send';
import { botConfig, getService } from '../services/lookup';
import { createListQueryValidator } from '../validation/list-query';
import { createPublicationValidator } from '../validation/publication';
import { validatePublicationId } from '../validation/publication-id';

const ok = (body: unknown) => ({ status: 200, body });

/** The endpoints of publications (interface document, section 4). */
const createPublicationController = ({ strapi }: { strapi: Core.Strapi }) => {
  const config = botConfig(strapi);
  const validatePublication = createPublicationValidator(config);
  const validateListQuery = createListQueryValidator(config);
  const publications = () => getService(strapi, 'publication');

  /** Below the public address of the site if that is set, else where the bot itself has called. */
  const nextPageLink = (ctx: Context, cursor: string): string => {
    const here = config.publicUrl ? getService(strapi, 'site').absolute(ctx.path) : ctx.href;
    const next = new URL(here);
    next.search = ctx.querystring;
    next.searchParams.set('cursor', cursor);
    return `<${next.href}>; rel="next"`;
  };

  return {
    /** `GET /publications`: 200 with an array; a `Link` header leads to the next page. */
    async list(ctx: Context): Promise<void> {
      const query = validateListQuery(ctx.querystring);
      const { items, next } = await getService(strapi, 'publicationReader').list(query);
      if (next !== undefined) {
        ctx.set('Link', nextPageLink(ctx, encodeCursor(next)));
      }
      ctx.body = items;
    },

    /** `GET /publications/:id`: 200 with the publication and its body. */
    async get(ctx: Context): Promise<void> {
      const id = validatePublicationId(ctx.params.id);
      const publication = await getService(strapi, 'publicationReader').findOne(id);
      if (publication === undefined) {
        throw protocolError('publication-not-found');
      }
      ctx.body = publication;
    },

    /** `POST /publications`: 201 `{ id }` and its `Location`. */
    async create(ctx: Context): Promise<void> {
      const publication = validatePublication(ctx.request.body);
      const collection = ctx.path.replace(/\/$/, '');
      await answerOnce(
        ctx,
        (created: { id: string }) => ({
          status: 201,
          headers: { Location: `${collection}/${created.id}` },
          body: created,
        }),
        (settle) => publications().create(publication, settle)
      );
    },

    /** `POST /publications/:id/publish`: 200 `{ id, url }`. */
    async publish(ctx: Context): Promise<void> {
      const id = validatePublicationId(ctx.params.id);
      await answerOnce(ctx, ok, (settle) => publications().publish(id, settle));
    },

    /** `POST /publications/:id/unpublish`: 200 `{ id }`. */
    async unpublish(ctx: Context): Promise<void> {
      const id = validatePublicationId(ctx.params.id);
      await answerOnce(ctx, ok, (settle) => publications().unpublish(id, settle));
    },

    /** `DELETE /publications/:id`: 200 `{ id, media: { deleted, kept } }`. */
    async remove(ctx: Context): Promise<void> {
      ctx.body = await publications().remove(validatePublicationId(ctx.params.id));
    },
  };
};

export default createPublicationController;
