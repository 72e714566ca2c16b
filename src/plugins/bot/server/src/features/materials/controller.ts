import { materialChange, materialList } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { getTemporaryDirectoryService } from '../../core/bytes/temporary-directory';
import { botConfig } from '../../core/config';
import { defineQuestion } from '../../core/hooks';
import { clientDisconnectSignal, getSiteService, isForm } from '../../core/http';
import { decodeMaterialCursor, encodeMaterialCursor } from '../../core/protocol/cursor';
import { createValidator, validateMaterialId } from '../../core/protocol/validate';
import { protocolError } from '../../core/protocol/errors';
import { createQueryParser } from '../../core/protocol/query-parameters';
import { answerIdempotently } from '../../core/protocol/send';

import { getMaterialLibraryService, type ChangedMaterial } from './library/library';
import { validateMaterial } from './schema';
import { getMaterialService, type NewMaterial, type StoredMaterial } from './writer';

/** A request to upload a material with a JSON body instead of a form. */
interface JsonRequest {
  body: unknown;
  /** Returns the directory for received bytes that do not fit in memory. */
  directory: () => Promise<string>;
  signal: AbortSignal | undefined;
}

/**
 * Hook that receives the material described by a JSON body. If no feature answers, the hook rejects with
 * `media-type-not-supported`.
 */
export const receiveFromJson = defineQuestion<JsonRequest, Promise<NewMaterial>>(async () => {
  throw protocolError('media-type-not-supported');
});

/** The response body for an uploaded material. `convertedFrom` is omitted if the material was not converted. */
const toBody = ({ id, type, sha256, convertedFrom }: StoredMaterial, url: string) => ({
  id,
  url,
  type,
  sha256,
  convertedFrom,
});

const toAnswer = (stored: StoredMaterial) => ({ status: 201, body: toBody(stored, stored.url) });

/**
 * The stored answer to an upload, for retries of the request. Contains the provider's URL, and in `files` the file
 * columns from which a new URL is made, because signed URLs expire.
 */
export const toKeptMaterial = (stored: StoredMaterial) => ({
  status: 201,
  body: toBody(stored, stored.file.url),
  files: { [stored.id]: stored.file },
});

const ok = (body: unknown) => ({ status: 200, body });

/**
 * The stored answer to a change of a material, for retries of the request. Contains the provider's URL, and in `files`
 * the file columns from which a new URL is made, because signed URLs expire.
 */
const toKeptChange = ({ material, file }: ChangedMaterial) => ({
  ...ok({ ...material, url: file.url }),
  files: { [material.id]: file },
});

export default ({ strapi }: { strapi: Core.Strapi }) => {
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
      const material = await receiveFromJson.resolve(strapi, { body, directory, signal });
      return store(ctx, { ...material, signal });
    });

  return {
    /**
     * `POST /materials` with a form that has a file, or JSON with a file's address (interface document, section 4):
     * 201 `{ id, url, type, sha256 }`, and `convertedFrom` if the image is stored as another type.
     */
    async create(ctx: Context): Promise<void> {
      const { body } = ctx.request;
      const signal = clientDisconnectSignal(ctx);
      await (isForm(body)
        ? store(ctx, { ...validateMaterial(body), signal })
        : receiveAndStore(ctx, signal));
    },

    /** `GET /materials`: 200 with an array; the `Link` header has the next page. */
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

    /** `GET /materials/:id`: 200 with the material and the publications that use it. */
    async get(ctx: Context): Promise<void> {
      ctx.body = await library().findOne(validateMaterialId(ctx.params.id));
    },

    /** `PATCH /materials/:id`: 200 with the material's id, name, alternative text, caption, type and URL. */
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
