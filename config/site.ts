import { siteAddress } from './environment/address';
import { indexNow } from './environment/index-now';
import { contact, flag, integer, language, text, webAddress } from './environment/read';
import { fileOrigins } from './environment/uploads';

/** Settings of the public pages. */
export interface SiteConfig {
  /** Site name in the header and in link previews. */
  name: string;
  /** Language tag of the pages (BCP 47); a work can have its own. */
  locale: string;
  /** Whether `$x$` is a formula in every text, not only in texts with a block formula. */
  dollarFormulas: boolean;
  /** Seconds for which a cache may show a stale page while it fetches a new one; 0 for never. */
  staleSeconds: number;
  /** Absolute URL at which readers reach the site; may include a path. */
  publicUrl: string;
  /** Origins of stored files, besides the site's own. */
  fileOrigins: string[];
  /** Redirect target of `/`; empty for the list of works. */
  rootRedirect: string;
  /** Whether search engines may index the site. */
  searchEngines: boolean;
  /** Contact for security reports (RFC 9116); empty for none. */
  securityContact: string;
  /** Hub that notifies subscribers of the feed (WebSub); empty for none. */
  webSubHub: string;
  /** Key that `/<key>.txt` shows to search engines (IndexNow); empty for none. */
  indexNowKey: string;
}

export default (): SiteConfig => ({
  name: text('BOT_SITE', 'site'),
  locale: language('SITE_LOCALE', 'en'),
  dollarFormulas: flag('DOLLAR_FORMULAS', false),
  staleSeconds: integer('PAGE_STALE_SECONDS', 0, 0, 86_400),
  publicUrl: siteAddress(),
  fileOrigins: fileOrigins(),
  rootRedirect: webAddress('ROOT_REDIRECT'),
  searchEngines: flag('SEARCH_ENGINES', true),
  securityContact: contact('SECURITY_CONTACT'),
  webSubHub: webAddress('WEBSUB_HUB'),
  indexNowKey: indexNow().key,
});
