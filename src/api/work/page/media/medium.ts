import type { SiteAddress } from '../../../site-address';
import type { StoredFile } from '../../services/stored-files';

export interface PictureSource {
  url: string;
  width: number;
  height: number | null;
}

export interface Picture {
  kind: 'picture';
  name: string;
  /** URL of the widest version of the picture that a page loads. */
  url: string;
  alternativeText: string;
  caption: string;
  /** Size of the original in pixels. */
  width: number | null;
  height: number | null;
  mime: string;
  /** Versions of the picture by width, narrowest first; empty if unknown. */
  sources: PictureSource[];
  /** Tiny version of the picture, a WebP in Base64. */
  placeholder: string | null;
  /** Original for download, if browsers can show only its copies. */
  original?: Attachment;
}

export interface Player {
  kind: 'video' | 'audio';
  url: string;
  name: string;
  /** Name of the player for screen readers; also shown if the caption is empty. */
  title: string;
  caption: string;
  mime: string;
  /** Size of the file in bytes. */
  size: number;
  /** Size of a video in pixels. */
  width: number | null;
  height: number | null;
  /** Duration in seconds. */
  duration: number | null;
  /** URL of the picture that is shown before a video starts. */
  poster?: string;
  /** Subtitles, with their language tag if the file name has one. */
  tracks: { url: string; language: string | null }[];
}

export interface Attachment {
  kind: 'attachment';
  url: string;
  name: string;
  mime: string;
  /** Size of the file in bytes. */
  size: number;
}

export type Medium = Picture | Player | Attachment;

/** Image types that every current browser shows. Other types (TIFF, PSD) are shown through their copies, if any. */
const SHOWN_IMAGES: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/svg+xml',
]);

/** MIME type of copies of images that browsers cannot show. */
const COPY_TYPE = 'image/webp';

const referenceTo = (url: string, address: SiteAddress): string => {
  const resolved = address.resolve(url);
  return resolved ? address.reference(resolved) : '';
};

/** Matches Base64, which is safe inside a style sheet. */
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

const placeholderOf = ({ botPlaceholder: placeholder }: StoredFile): string | null =>
  placeholder !== null && BASE64.test(placeholder) ? placeholder : null;

/** Bytes per unit of Strapi's column `size`, which is in kilobytes. */
const BYTES_OF_A_UNIT = 1000;

/** Maximum width in pixels of an original that a page uses. A wider original is used only if there are no copies. */
const WIDEST = 2400;

/**
 * Whether browsers can show a file or a smaller copy of a file. Copies that an earlier release created may lack the
 * MIME type.
 */
const isShown = ({ mime }: { mime?: string }): boolean =>
  mime === undefined || SHOWN_IMAGES.has(mime);

const sourcesOf = (file: StoredFile, address: SiteAddress): PictureSource[] => {
  const copies = Object.values(file.formats ?? {}).filter(isShown);
  const isNeeded = isShown(file) && ((file.width ?? 0) <= WIDEST || copies.length === 0);
  const byWidth = new Map<number, PictureSource>();
  for (const { url, width, height } of [...copies, ...(isNeeded ? [file] : [])]) {
    if (width)
      byWidth.set(width, { url: referenceTo(url, address), width, height: height ?? null });
  }
  return [...byWidth.values()].sort((a, b) => a.width - b.width);
};

/** URL by which texts refer to a file. */
export const addressOf = (file: StoredFile, address: SiteAddress): string | undefined =>
  address.resolve(file.storedUrl ?? file.url)?.href;

/** Pictures among the files, keyed by the URLs that a text may use. Smaller copies have their own URLs and sizes. */
export const toPicturesByAddress = (
  files: readonly StoredFile[],
  address: SiteAddress
): ReadonlyMap<string, Picture> => {
  const pictures = new Map<string, Picture>();
  for (const file of files) {
    const picture = toMedium(file, address);
    const place = addressOf(file, address);
    if (picture.kind !== 'picture' || place === undefined) continue;
    for (const { url, width = null, height = null } of Object.values(file.formats ?? {})) {
      const own = { url: referenceTo(url, address), width, height, sources: [] };
      // Texts contain the URL from before it was signed, without its query.
      const { origin, pathname } = new URL(address.resolve(url)?.href ?? place);
      pictures.set(`${origin}${pathname}`, { ...picture, ...own });
    }
    pictures.set(place, picture);
  }
  return pictures;
};

/** Converts a stored file into a picture, player or download, by its MIME type. */
export const toMedium = (file: StoredFile, address: SiteAddress): Medium => {
  const url = referenceTo(file.url, address);
  const caption = file.caption ?? '';

  const { name, mime, width, height, botDuration: duration } = file;
  const size = file.botBytes ?? Math.round(Number(file.size) * BYTES_OF_A_UNIT);
  const attachment = { kind: 'attachment' as const, url, name, mime, size };
  const sources = mime.startsWith('image/') ? sourcesOf(file, address) : [];
  const hasOnlyCopies = !isShown(file);
  if (SHOWN_IMAGES.has(mime) || sources.length > 0) {
    const alternativeText = file.alternativeText ?? '';
    return {
      kind: 'picture',
      name,
      url: sources.at(-1)?.url ?? url,
      alternativeText,
      caption,
      width,
      height,
      mime: hasOnlyCopies ? COPY_TYPE : mime,
      sources,
      placeholder: placeholderOf(file),
      ...(hasOnlyCopies && { original: attachment }),
    };
  }
  const title = file.botRecordingTitle || name;
  const player = { url, name, title, mime, size, caption, width, height, duration, tracks: [] };
  if (mime.startsWith('video/')) return { kind: 'video', ...player };
  if (mime.startsWith('audio/')) return { kind: 'audio', ...player };
  return attachment;
};
