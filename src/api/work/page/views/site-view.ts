import type { SiteBranding } from '../../../site/services/branding';
import type { SiteAddress } from '../../../site-address';
import type { Picture } from '../media/medium';
import type { RenderedText } from '../text/markdown';
import type { TextContext } from '../text/rendering';
import type { Language } from '../translations/language';

/** Settings for rendering a text on its page, without the settings that are the same on all pages. */
type TextPlace = Omit<TextContext, 'publicUrl' | 'fileOrigins' | 'hasDollars'>;

/** Data of the site that every page shows or uses. */
export interface SiteView {
  name: string;
  address: SiteAddress;
  /** Language of the page: the site's, or that of the work. */
  language: Language;
  /** Origins of stored files, besides the site's own. */
  fileOrigins: readonly string[];
  /** Branding of the site, or null if editors have set none. */
  branding: SiteBranding | null;
  /** Value that changes with every change of the branding. */
  version: string;
  hasSearch: boolean;
  /** Picture for previews of links to pages without a picture. */
  sharePicture?: Picture;
  /** Renders the Markdown of a work. Adds the settings that are the same on all pages to `textContext`. */
  renderText: (source: string, textContext: TextPlace) => Promise<RenderedText>;
}
