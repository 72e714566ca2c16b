import {
  changeOptions,
  newPublication,
  publicationChange,
  type PublicationChange,
} from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import _ from 'lodash';

import { getSiteService } from '../../core/http';
import { encodeCursor } from '../../core/protocol/cursor';
import { createValidator, fieldInvalid, validatePublicationId } from '../../core/protocol/validate';
import { isUnchanged, parseIfMatch } from '../../core/protocol/headers/entity-tags';
import { createQueryParser } from '../../core/protocol/query-parameters';
import { answerIdempotently, send } from '../../core/protocol/send';

import { ok, publicationAnswer, storedPublicationAnswer } from './answers';
import { createListQueryParser, siteOf } from './requests/list-query';
import { getPublicationReaderService, readPublication } from './reader';
import { schedulesAreCarriedOut } from './events';
import { getPublicationService, type Tagged } from './writer';

const parseChangeQuery = createQueryParser(changeOptions);

/** Rejects a change with both `publish` and `publishAt`. @throws `invalid-request` on `publishAt` */
const assertOneTime = ({ publishAt }: PublicationChange, { publish }: { publish: boolean }) => {
  if (publish && publishAt != null) {
    throw fieldInvalid('publishAt', 'Send either publishAt or publish=true, not both');
  }
};

const ifMatchOf = (ctx: Context) => parseIfMatch(ctx.req.headers['if-match']);

/** Endpoints of publications (interface document, section 4). */
export default ({ strapi }: { strapi: Core.Strapi }) => {
  // Created at the first request, because the fields of the type are known only after all plugins are
  // registered.
  const site = _.once(() => siteOf(strapi));
  const validators = _.once(() => ({
    publication: createValidator(newPublication(site())),
    change: createValidator(publicationChange(site())),
  }));
  const parser = _.once(() => createListQueryParser(site()));
  const publications = () => getPublicationService(strapi);

  /** Rejects a schedule if no feature carries out schedules. @throws `invalid-request` */
  const assertSchedulable = (schedule: object): void => {
    const field = ['publishAt', 'unpublishAt'].find((name) => Reflect.get(schedule, name) != null);
    if (field !== undefined && !schedulesAreCarriedOut.resolve(strapi)) {
      throw fieldInvalid(field, `${field} is not a known field`);
    }
  };

  return {
    /** `GET /publications`: 200 with an array; the `Link` header has the next page. */
    async list(ctx: Context): Promise<void> {
      const { query, parameters } = parser()(ctx.querystring);
      const { items, next } = await getPublicationReaderService(strapi).list(query);
      if (next !== undefined) {
        const cursor = encodeCursor(next);
        ctx.set('Link', getSiteService(strapi).nextPageLink(ctx.path, parameters, cursor));
      }
      ctx.body = items;
    },

    /** `GET /publications/:id`: 200 with the complete publication, 304 if the client has the current version. */
    async get(ctx: Context): Promise<void> {
      const id = validatePublicationId(ctx.params.id);
      send(ctx, publicationAnswer(await readPublication(strapi, id)));
      if (isUnchanged(ctx)) {
        ctx.status = 304;
      }
    },

    /** `POST /publications`: 201 `{ id }` with its `Location`. */
    async create(ctx: Context): Promise<void> {
      const publication = validators().publication(ctx.request.body);
      assertSchedulable(publication);
      const collection = ctx.path.replace(/\/$/, '');
      await answerIdempotently(
        ctx,
        ({ body, etag }: Tagged<{ id: string }>) => ({
          status: 201,
          headers: { Location: `${collection}/${body.id}`, ETag: etag },
          body,
        }),
        (record) => publications().create(publication, record)
      );
    },

    /** `PATCH /publications/:id?publish=&protectEditors=`: 200 with the complete publication. */
    async change(ctx: Context): Promise<void> {
      const id = validatePublicationId(ctx.params.id);
      const options = { ...parseChangeQuery(ctx.querystring).query, ifMatch: ifMatchOf(ctx) };
      const change = validators().change(ctx.request.body);
      assertSchedulable(change);
      assertOneTime(change, options);
      await answerIdempotently(
        ctx,
        publicationAnswer,
        (record) => publications().change(id, change, options, record),
        storedPublicationAnswer
      );
    },

    /** `POST /publications/:id/publish`: 200 `{ id, url }`. */
    async publish(ctx: Context): Promise<void> {
      const id = validatePublicationId(ctx.params.id);
      await answerIdempotently(ctx, ok, (record) =>
        publications().publish(id, ifMatchOf(ctx), record)
      );
    },

    /** `POST /publications/:id/unpublish`: 200 `{ id }`. */
    async unpublish(ctx: Context): Promise<void> {
      const id = validatePublicationId(ctx.params.id);
      await answerIdempotently(ctx, ok, (record) =>
        publications().unpublish(id, ifMatchOf(ctx), record)
      );
    },

    /** `DELETE /publications/:id`: 200 `{ id, media: { deleted, kept } }`. */
    async remove(ctx: Context): Promise<void> {
      const id = validatePublicationId(ctx.params.id);
      await answerIdempotently(
        ctx,
        (removed) => ({ status: 200, body: removed }),
        (record) => publications().remove(id, ifMatchOf(ctx), record)
      );
    },
  };
};
