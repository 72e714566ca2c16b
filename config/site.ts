import type { Core } from '@strapi/strapi';

/** What the public pages say about the site, and the address they are reached at. */
export interface SiteConfig {
  /** The name that readers see in the header and in link previews. */
  name: string;
  /** Where readers reach the site, absolute; a path behind the host is allowed. */
  publicUrl: string;
}

export default ({ env }: Core.Config.Shared.ConfigParams): SiteConfig => ({
  name: env('BOT_SITE', '') || 'site',
  publicUrl: env('PUBLIC_URL', '') || `http://localhost:${env.int('PORT', 1337)}`,
});
