import { siteAddress } from './environment/address';
import { indexNow } from './environment/index-now';
import { contact, flag, integer, language, text, webAddress } from './environment/read';
import { fileOrigins } from './environment/uploads';

/** What the public pages say about the site, and the address they are reached at. */
export interface SiteConfig {
  /** The name that readers see in the header and in link previews. */
  name: string;
  /** The language that the pages are written in, unless a work has one of its own (BCP 47). */
  locale: string;
  /** Whether `$x$` is a formula in every text, and not only in those that have one on lines of its own. */
  dollarFormulas: boolean;
  /** How long caches may show a page while they ask for a new one, in seconds; 0 for never. */
  staleSeconds: number;
  /** Where readers reach the site, absolute; a path behind the host is allowed. */
  publicUrl: string;
  /** Origins besides the site's own that stored files are loaded from. */
  fileOrigins: string[];
  /** Where `/` leads instead of the list of works; empty for the list. */
  rootRedirect: string;
  /** Whether search engines are welcome. */
  searchEngines: boolean;
  /** Where faults of the site's security are told (RFC 9116): an address to write to; empty for none. */
  securityContact: string;
  /** The hub that tells subscribers of the feed when it changed (WebSub); empty for none. */
  webSubHub: string;
  /** What `/<key>.txt` shows search engines, which are told of new pages (IndexNow); empty for none. */
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
