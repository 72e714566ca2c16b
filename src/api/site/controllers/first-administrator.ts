import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { COOKIE } from '../middlewares/first-administrator';

const HOUR = 3_600_000;

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  /** `GET /admin/first-administrator/:secret`: opens the registration to this browser, for an hour. */
  enter(ctx: Context): void {
    const given = String(ctx.params.secret);
    ctx.set('Cache-Control', 'no-store');
    ctx.set('Referrer-Policy', 'no-referrer');
    if (strapi.service('api::site.first-administrator').isSecret(given)) {
      ctx.cookies.set(COOKIE, given, {
        httpOnly: true,
        sameSite: 'lax',
        secure: ctx.secure,
        signed: false,
        maxAge: HOUR,
      });
    }
    // Relative: a proxy may have put the panel below a path. Whoever has no business there is led on.
    ctx.redirect('../auth/register-admin');
  },
});
