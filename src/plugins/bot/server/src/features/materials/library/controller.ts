import { materialChange, materialList } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { botConfig } from '../../../core/config';
import { getSiteService } from '../../../core/http';
import { decodeMaterialCursor, encodeMaterialCursor } from '../../../core/protocol/cursor';
import { validateMaterialId } from '../../../core/protocol/document-id';
import { createQueryParser } from '../../../core/protocol/query-parameters';
import { answerIdempotently } from '../../../core/protocol/send';
import { createValidator } from '../../../core/protocol/validate';

import { getMaterialLibraryService, type ChangedMaterial } from './library';

const ok = (body: unknown) => ({ status: 200, body });

/** The address in it may be signed; what is kept is what it is made of. */
const asKept = ({ material, file }: ChangedMaterial) => ({
  ...ok({ ...material, url: file.url }),
  files: { [material.id]: file },
});

/** The endpoints of materials that are stored. */
const createMaterialLibraryController = ({ strapi }: { strapi: Core.Strapi }) => {
  const library = () => getMaterialLibraryService(strapi);

  const parseListQuery = createQueryParser(materialList(botConfig(strapi)));
  const validateChange = createValidator(materialChange);

  return {
    /** `GET /materials`: 200 with an array; a `Link` header leads to the next page. */
    async list(ctx: Context): Promise<void> {
      const { query, parameters } = parseListQuery(ctx.querystring);
      const cursor = query.cursor === undefined ? undefined : decodeMaterialCursor(query.cursor);
      const { items, next } = await library().list({ ...query, cursor });
      if (next !== undefined) {
        const link = encodeMaterialCursor(next);
        ctx.set('Link', getSiteService(strapi).nextPageLink(ctx.path, parameters, link));
      }
      ctx.body = items;
    },

    /** `GET /materials/:id`: 200 with all that is known of it. */
    async get(ctx: Context): Promise<void> {
      ctx.body = await library().findOne(validateMaterialId(ctx.params.id));
    },

    /** `PATCH /materials/:id`: 200 with what can be changed of it. */
    async change(ctx: Context): Promise<void> {
      const id = validateMaterialId(ctx.params.id);
      const change = validateChange(ctx.request.body);
      await answerIdempotently(
        ctx,
        ({ material }: ChangedMaterial) => ok(material),
        (record) => library().change(id, change, record),
        asKept
      );
    },

    /** `DELETE /materials/:id`: 200 `{ id }`. */
    async remove(ctx: Context): Promise<void> {
      const id = validateMaterialId(ctx.params.id);
      await answerIdempotently(ctx, ok, (record) => library().remove(id, record));
    },
  };
};

export default createMaterialLibraryController;
