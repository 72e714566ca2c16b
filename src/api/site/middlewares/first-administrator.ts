import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context, Next } from 'koa';

/** What the link leaves in the browser. */
export const COOKIE = 'first-administrator';

/** What a program sends that registers without a browser. */
export const HEADER = 'X-First-Administrator';

/** Whether a request comes from who has opened the link. */
export const hasLink = (strapi: Core.Strapi, ctx: Context): boolean => {
  const given = ctx.get(HEADER) || ctx.cookies.get(COOKIE, { signed: false });
  return Boolean(given) && strapi.service('api::site.first-administrator').isSecret(given);
};

/** Guards the registration of the first administrator, which Strapi offers to whoever comes first. */
export default (_config: unknown, { strapi }: { strapi: Core.Strapi }) =>
  async (ctx: Context, next: Next): Promise<void> => {
    if (!hasLink(strapi, ctx)) {
      // The one refusal with 403 whose words Strapi passes on.
      throw new errors.PolicyError(
        'The first administrator of this site registers by the link that its start prints'
      );
    }
    await next();
  };
