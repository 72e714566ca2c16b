import type { SiteAddress } from '../../../site-address';
import type { StoredFile } from '../../services/stored-files';
import { markup, type Markup } from '../../../markup';
import { toMedium, type Picture } from './medium';
import type { Placeholders } from './placeholders';

/** Picture of a work in a list: its cover, or else the first picture among its media. */
export const pictureOf = (
  { cover, media = [] }: { cover: StoredFile | null; media?: StoredFile[] },
  address: SiteAddress
): Picture | undefined =>
  [...(cover ? [cover] : []), ...media]
    .map((file) => toMedium(file, address))
    .find((medium): medium is Picture => medium.kind === 'picture');

/**
 * Renders a small picture beside a linked title. The alternative text is empty, because the title already names the
 * work.
 */
export const renderThumbnail = (
  { sources, url, placeholder }: Picture,
  placeholders: Placeholders
): Markup =>
  markup`<img src="${sources[0]?.url ?? url}" alt="" loading="lazy" decoding="async" width="120" height="80"${
    placeholder && markup` class="${placeholders.classOf(placeholder)}"`
  }>`;
