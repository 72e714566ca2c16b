import { readFile } from 'node:fs/promises';
import path from 'node:path';

import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

const FOLDER = 'api/work/page/fonts';

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  /** `GET /fonts/maths-1.woff2`: the font of formulas. Cached forever, so a changed font needs a new file name. */
  async maths(ctx: Context): Promise<void> {
    ctx.body = await readFile(path.join(strapi.dirs.app.src, FOLDER, path.basename(ctx.path)));
    ctx.type = 'font/woff2';
    ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
  },
});
