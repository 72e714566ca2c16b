import type { SiteAddress } from './address';

interface StoredFormat {
  url: string;
  width?: number | null;
  height?: number | null;
}

/** What Strapi's upload plugin keeps of a file, as far as a page shows it. */
export interface StoredFile {
  name: string;
  alternativeText: string | null;
  caption: string | null;
  url: string;
  /** The address before it was signed: how the text of a work refers to the file. */
  storedUrl?: string;
  mime: string;
  /** In units of 1000 bytes. */
  size: number;
  width: number | null;
  height: number | null;
  formats: Record<string, StoredFormat> | null;
}

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
  /** The same picture in several widths, narrowest first; empty if there is only one. */
  sources: PictureSource[];
}

export interface Player {
  kind: 'video' | 'audio';
  url: string;
  name: string;
  caption: string;
  mime: string;
  /** In bytes. */
  size: number;
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

/** Image types that every current browser shows; others (TIFF, HEIC, PSD) are offered for download. */
const SHOWN_IMAGES: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/svg+xml',
]);

const referenceTo = (url: string, address: SiteAddress): string => {
  const resolved = address.resolve(url);
  return resolved ? address.reference(resolved) : '';
};

/** Strapi keeps sizes in kilobytes. */
const BYTES_OF_A_UNIT = 1000;

/** Wider than a screen needs: a camera's original stays where it is if there are copies. */
const WIDEST = 2400;

const sourcesOf = (file: StoredFile, address: SiteAddress): PictureSource[] => {
  const copies = Object.values(file.formats ?? {});
  const isNeeded = (file.width ?? 0) <= WIDEST || copies.length === 0;
  const byWidth = new Map<number, PictureSource>();
  for (const { url, width, height } of [...copies, ...(isNeeded ? [file] : [])]) {
    if (width)
      byWidth.set(width, { url: referenceTo(url, address), width, height: height ?? null });
  }
  return [...byWidth.values()].sort((a, b) => a.width - b.width);
};

/** How a page shows a stored file, by its MIME type. */
export const toMedium = (file: StoredFile, address: SiteAddress): Medium => {
  const url = referenceTo(file.url, address);
  const caption = file.caption ?? '';

  if (SHOWN_IMAGES.has(file.mime)) {
    const { width, height, mime } = file;
    const alternativeText = file.alternativeText ?? '';
    const sources = sourcesOf(file, address);
    return {
      kind: 'picture',
      name: file.name,
      url: sources.at(-1)?.url ?? url,
      alternativeText,
      caption,
      width,
      height,
      mime,
      sources: sources.length > 1 ? sources : [],
    };
  }
  const { name, mime } = file;
  const size = Math.round(Number(file.size) * BYTES_OF_A_UNIT);
  const player = { url, name, mime, size, caption, tracks: [] };
  if (mime.startsWith('video/')) return { kind: 'video', ...player };
  if (mime.startsWith('audio/')) return { kind: 'audio', ...player };
  return { kind: 'attachment', url, name, mime, size };
};
