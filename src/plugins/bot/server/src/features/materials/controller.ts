import { materialChange, materialList } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { getTemporaryDirectoryService } from '../../core/bytes/temporary-directory';
import { botConfig } from '../../core/config';
import { defineQuestion } from '../../core/hooks';
import { clientGone, getSiteService, isForm } from '../../core/http';
import { decodeMaterialCursor, encodeMaterialCursor } from '../../core/protocol/cursor';
import { validateMaterialId } from '../../core/protocol/document-id';
import { protocolError } from '../../core/protocol/errors';
import { createQueryParser } from '../../core/protocol/query-parameters';
import { answerIdempotently } from '../../core/protocol/send';
import { createValidator } from '../../core/protocol/validate';

import { getMaterialLibraryService, type ChangedMaterial } from './library/library';
import { validateMaterial } from './schema';
import { getMaterialService, type NewMaterial, type StoredMaterial } from './writer';

/** A request that is no form. */
interface JsonRequest {
  body: unknown;
  /** Where bytes that do not stay in memory are written. */
  directory: () => Promise<string>;
  signal: AbortSignal | undefined;
}

/** Receives the material that a JSON body is about. @throws what is wrong with it */
export const receiveFromJson = defineQuestion<JsonRequest, Promise<NewMaterial>>(async () => {
  throw protocolError('media-type-not-supported');
});

/** Where nothing was converted, `convertedFrom` is undefined, and not in the JSON. */
const toBody = ({ id, type, sha256, convertedFrom }: StoredMaterial, url: string) => ({
  id,
  url,
  type,
  sha256,
  convertedFrom,
});

const toAnswer = (stored: StoredMaterial) => ({ status: 201, body: toBody(stored, stored.url) });

/** The address in it may be signed; what is kept is what it is made of. */
export const toKeptMaterial = (stored: StoredMaterial) => ({
  status: 201,
  body: toBody(stored, stored.file.url),
  files: { [stored.id]: stored.file },
});

const ok = (body: unknown) => ({ status: 200, body });

/** The address in it may be signed; what is kept is what it is made of. */
const toKeptChange = ({ material, file }: ChangedMaterial) => ({
  ...ok({ ...material, url: file.url }),
  files: { [material.id]: file },
});

const createMaterialController = ({ strapi }: { strapi: Core.Strapi }) => {
  const library = () => getMaterialLibraryService(strapi);

  const parseListQuery = createQueryParser(materialList(botConfig(strapi)));
  const validateChange = createValidator(materialChange);

  const store = (ctx: Context, material: NewMaterial): Promise<void> =>
    answerIdempotently(
      ctx,
      toAnswer,
      (record) => getMaterialService(strapi).create(material, record),
      toKeptMaterial
    );

  const receiveAndStore = (ctx: Context, signal: AbortSignal | undefined): Promise<void> =>
    getTemporaryDirectoryService(strapi).use(async (directory) => {
      const { body } = ctx.request;
      const material = await receiveFromJson.ask(strapi, { body, directory, signal });
      return store(ctx, { ...material, signal });
    });

  return {
    /**
     * `POST /materials`, a form with a file or JSON with its address (interface document, section 4): 201 `{ id, url, type, sha256 }`,
     * and `convertedFrom` if an image is stored as one of another type.
     */
    async create(ctx: Context): Promise<void> {
      const { body } = ctx.request;
      const signal = clientGone(ctx);
      await (isForm(body)
        ? store(ctx, { ...validateMaterial(body), signal })
        : receiveAndStore(ctx, signal));
    },

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
        toKeptChange
      );
    },

    /** `DELETE /materials/:id`: 200 `{ id }`. */
    async remove(ctx: Context): Promise<void> {
      const id = validateMaterialId(ctx.params.id);
      await answerIdempotently(ctx, ok, (record) => library().remove(id, record));
    },
  };
};

export default createMaterialController;
