import { integer, text, webAddress } from './environment/read';
import { fileOrigins } from './environment/uploads';

/** What the public pages say about the site, and the address they are reached at. */
export interface SiteConfig {
  /** The name that readers see in the header and in link previews. */
  name: string;
  /** Where readers reach the site, absolute; a path behind the host is allowed. */
  publicUrl: string;
  /** Origins besides the site's own that stored files are loaded from. */
  fileOrigins: string[];
}

export default (): SiteConfig => ({
  name: text('BOT_SITE', 'site'),
  publicUrl: webAddress('PUBLIC_URL') || `http://localhost:${integer('PORT', 1337, 0, 65535)}`,
  fileOrigins: fileOrigins(),
});
