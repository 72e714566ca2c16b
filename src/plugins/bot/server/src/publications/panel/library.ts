import type { Core } from '@strapi/strapi';
import { z } from '@strapi/utils';
import type { Context } from 'koa';

import { createValidator } from '../../protocol/validate';
import { createLibraryUses } from '../uses/library-uses';

/** Files or folders of one question. */
const AT_ONCE = 1_000;

const ids = z
  .string()
  .regex(/^\d{1,9}(?:,\d{1,9})*$/)
  .transform((list) => list.split(',').map(Number))
  .refine((list) => list.length <= AT_ONCE, `must be ${AT_ONCE} at most`)
  .default([]);

/** Query of `GET /bot/library/uses`. */
const validateQuery = createValidator(z.strictObject({ files: ids, folders: ids }));

/** What the panel shows in the Media Library. */
const createLibraryController = ({ strapi }: { strapi: Core.Strapi }) => ({
  /**
   * `GET /bot/library/uses?files=1,2&folders=3` (admin): 200 `{ data: { files, works } }`, the names of those files
   * that works use, and the works; null if no work uses one.
   */
  async uses(ctx: Context): Promise<void> {
    const { files, folders } = validateQuery({ ...ctx.query });
    const library = createLibraryUses(strapi);
    const use = await library.useOf(await library.findFiles(files, folders));
    ctx.body = { data: use ?? null };
  },
});

export default createLibraryController;
