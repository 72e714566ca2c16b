import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import type { SiteConfig } from '../../../../config/site';
import { createSiteAddress } from '../../site-address';
import { answerText } from '../../work/page/answer';
import { createResponder } from '../../work/page/respond';

const DAYS_180 = 180 * 24 * 3600 * 1000;

export default ({ strapi }: { strapi: Core.Strapi }) => {
  const site = () => strapi.config.get<SiteConfig>('site');
  const { missing } = createResponder(strapi);

  return {
    /** `GET /robots.txt` (RFC 9309): excludes panel and API, or the whole site if search engines are switched off. */
    robots(ctx: Context): void {
      const { searchEngines, publicUrl } = site();
      const address = createSiteAddress(publicUrl);
      const hidden = searchEngines
        ? ['/admin', '/api/'].map((place) => address.path(place))
        : ['/'];
      const lines = [
        'User-agent: *',
        ...hidden.map((place) => `Disallow: ${place}`),
        ...(searchEngines ? ['', `Sitemap: ${address.absolute('/sitemap.xml')}`] : []),
      ];
      answerText(ctx, 'text/plain', `${lines.join('\n')}\n`);
    },

    /** `GET /<key>.txt`: proves to search engines that this site sends the IndexNow notifications. */
    indexNow(ctx: Context): void {
      answerText(ctx, 'text/plain', site().indexNowKey);
    },

    /** `GET /.well-known/security.txt` (RFC 9116); 404 if the site names no contact. */
    async security(ctx: Context): Promise<void> {
      const { securityContact, publicUrl } = site();
      if (securityContact === '') return missing(ctx);
      // Rounded to the day, so that the answer and its ETag stay the same for a day.
      const today = Math.floor(Date.now() / 86_400_000) * 86_400_000;
      const lines = [
        `Contact: ${securityContact}`,
        `Expires: ${new Date(today + DAYS_180).toISOString()}`,
        `Canonical: ${createSiteAddress(publicUrl).absolute('/.well-known/security.txt')}`,
      ];
      return answerText(ctx, 'text/plain', `${lines.join('\n')}\n`);
    },
  };
};
