import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { getTemporaryDirectoryService } from '../../core/bytes/temporary-directory';
import { clientGone, isForm } from '../../core/http';
import { answerIdempotently } from '../../core/protocol/send';

import { receiveFromJson } from './receive-from-json';
import { validateMaterial } from './schema';
import { getMaterialService, type NewMaterial, type StoredMaterial } from './writer';

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

const createMaterialController = ({ strapi }: { strapi: Core.Strapi }) => {
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
  };
};

export default createMaterialController;
