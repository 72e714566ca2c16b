import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { clientGone, type ReceivedForm } from '../http';
import { answerIdempotently } from '../protocol/send';

import { validateMaterial } from './schema';
import { getMaterialService, type StoredMaterial } from './writer';

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
const toKept = (stored: StoredMaterial) => ({
  status: 201,
  body: toBody(stored, stored.file.url),
  files: { [stored.id]: stored.file },
});

const createMaterialController = ({ strapi }: { strapi: Core.Strapi }) => ({
  /**
   * `POST /materials` (interface document, section 4): 201 `{ id, url, type, sha256 }`,
   * and `convertedFrom` if an image is stored as one of another type.
   */
  async create(ctx: Context): Promise<void> {
    const material = {
      ...validateMaterial(ctx.request.body as ReceivedForm),
      signal: clientGone(ctx.res),
    };
    await answerIdempotently(
      ctx,
      toAnswer,
      (record) => getMaterialService(strapi).create(material, record),
      toKept
    );
  },
});

export default createMaterialController;
