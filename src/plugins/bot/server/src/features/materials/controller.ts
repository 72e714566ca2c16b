import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { getTemporaryDirectoryService } from '../../core/bytes/temporary-directory';
import { clientGone, isForm } from '../../core/http';
import { answerIdempotently } from '../../core/protocol/send';

import { createAddressReceiver } from '../fetch-by-address/receive';
import { validateAddressedMaterial, validateMaterial } from './schema';
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
  const receive = createAddressReceiver(strapi);

  const store = (ctx: Context, material: NewMaterial): Promise<void> =>
    answerIdempotently(
      ctx,
      toAnswer,
      (record) => getMaterialService(strapi).create(material, record),
      toKeptMaterial
    );

  const fetchAndStore = (ctx: Context, signal: AbortSignal | undefined): Promise<void> => {
    const { url, ...said } = validateAddressedMaterial(ctx.request.body);
    return getTemporaryDirectoryService(strapi).use(async (directory) =>
      store(ctx, { ...said, ...(await receive(url, directory, signal)), signal })
    );
  };

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
        : fetchAndStore(ctx, signal));
    },
  };
};

export default createMaterialController;
