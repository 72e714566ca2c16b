import type { SiteAddress } from './address';

interface StoredFormat {
  url: string;
  width?: number | null;
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
}

export interface Picture {
  kind: 'picture';
  url: string;
  alternativeText: string;
  caption: string;
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
}

export interface Attachment {
  kind: 'attachment';
  url: string;
  name: string;
  /** In units of 1000 bytes. */
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

const sourcesOf = (file: StoredFile, address: SiteAddress): PictureSource[] => {
  const urlByWidth = new Map<number, string>();
  for (const { url, width } of [...Object.values(file.formats ?? {}), file]) {
    if (width) urlByWidth.set(width, referenceTo(url, address));
  }
  if (urlByWidth.size < 2) return [];
  return [...urlByWidth].map(([width, url]) => ({ url, width })).sort((a, b) => a.width - b.width);
};

/** How a page shows a stored file, by its MIME type. */
export const toMedium = (file: StoredFile, address: SiteAddress): Medium => {
  const url = referenceTo(file.url, address);
  const caption = file.caption ?? '';

  if (SHOWN_IMAGES.has(file.mime)) {
    const { width, height, mime } = file;
    const alternativeText = file.alternativeText ?? '';
    return {
      kind: 'picture',
      url,
      alternativeText,
      caption,
      width,
      height,
      mime,
      sources: sourcesOf(file, address),
    };
  }
  if (file.mime.startsWith('video/')) return { kind: 'video', url, name: file.name, caption };
  if (file.mime.startsWith('audio/')) return { kind: 'audio', url, name: file.name, caption };
  return { kind: 'attachment', url, name: file.name, size: Number(file.size) };
};
