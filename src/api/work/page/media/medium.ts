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
  /** The widest that a page sends. */
  url: string;
  alternativeText: string;
  caption: string;
  /** Of the original, in pixels. */
  width: number | null;
  height: number | null;
  mime: string;
  /** The same picture in several widths, narrowest first; empty if they are not known. */
  sources: PictureSource[];
  /** The same in a few pixels, a WebP in Base64. */
  placeholder: string | null;
  /** The original for download, if browsers show only its copies. */
  original?: Attachment;
}

export interface Player {
  kind: 'video' | 'audio';
  url: string;
  name: string;
  /** What to call it where there is no caption. */
  title: string;
  caption: string;
  mime: string;
  /** In bytes. */
  size: number;
  /** In pixels, of a film. */
  width: number | null;
  height: number | null;
  /** In seconds. */
  duration: number | null;
  /** Address of the picture that stands there before a film is started. */
  poster?: string;
  /** Subtitles, with the tag of their language if their name says it. */
  tracks: { url: string; language: string | null }[];
}

export interface Attachment {
  kind: 'attachment';
  url: string;
  name: string;
  mime: string;
  /** In bytes. */
  size: number;
}

export type Medium = Picture | Player | Attachment;

/** Image types that every current browser shows. Others (TIFF, PSD) are shown by their copies, if they have some. */
const SHOWN_IMAGES: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/svg+xml',
]);

/** The type of copies of what browsers do not show. */
const COPY_TYPE = 'image/webp';

const referenceTo = (url: string, address: SiteAddress): string => {
  const resolved = address.resolve(url);
  return resolved ? address.reference(resolved) : '';
};

/** What may stand in a style as it is. */
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

const placeholderOf = ({ botPlaceholder: placeholder }: StoredFile): string | null =>
  placeholder !== null && BASE64.test(placeholder) ? placeholder : null;

/** Strapi keeps sizes in kilobytes. */
const BYTES_OF_A_UNIT = 1000;

/** Wider than a screen needs: a camera's original stays where it is if there are copies. */
const WIDEST = 2400;

/** Whether browsers show a file or a copy of one. Copies of earlier versions may not say of what type they are. */
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

/** The address at which texts show a file. */
export const addressOf = (file: StoredFile, address: SiteAddress): string | undefined =>
  address.resolve(file.storedUrl ?? file.url)?.href;

/**
 * The pictures among some files by the addresses that a text may show them at; a smaller size of
 * one is a picture of that size.
 */
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
      // An address that was signed is in a text as it was before.
      const { origin, pathname } = new URL(address.resolve(url)?.href ?? place);
      pictures.set(`${origin}${pathname}`, { ...picture, ...own });
    }
    pictures.set(place, picture);
  }
  return pictures;
};

/** How a page shows a stored file, by its MIME type. */
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
