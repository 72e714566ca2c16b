import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { refuseRegistration } from '../first-administrator-page';
import { COOKIE } from '../middlewares/first-administrator';

const HOUR = 3_600_000;

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  /** `GET /admin/first-administrator/:secret`: opens the registration to this browser, for an hour. */
  async enter(ctx: Context): Promise<void> {
    const given = String(ctx.params.secret);
    ctx.set('Cache-Control', 'no-store');
    ctx.set('Referrer-Policy', 'no-referrer');
    const isSecret = strapi.service('api::site.first-administrator').isSecret(given);
    const isUsed: boolean = isSecret && (await strapi.service('admin::user').exists());
    if (!isSecret || isUsed) {
      refuseRegistration(ctx, isUsed ? 'used' : 'wrong', '..');
      return;
    }
    ctx.cookies.set(COOKIE, given, {
      httpOnly: true,
      sameSite: 'lax',
      secure: ctx.secure,
      signed: false,
      maxAge: HOUR,
    });
    // Relative: a proxy may have put the panel below a path.
    ctx.redirect('../auth/register-admin');
  },
});
