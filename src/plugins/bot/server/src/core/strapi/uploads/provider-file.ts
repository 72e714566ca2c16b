import type { Readable } from 'node:stream';

/** What a file is called, in the library and in storage, and what it is. */
export interface Naming {
  name: string;
  hash: string;
  ext: string;
  mime: string;
  /** The encoding of a text. */
  charset?: string;
}

/** A file or a format as Strapi's upload providers take it and as it is stored in the row. */
export interface ProviderFile extends Naming {
  /** Kilobytes, as Strapi counts. */
  size: number;
  sizeInBytes: number;
  /** The SHA-256 of the content, where that is known before it is stored. */
  sha256?: string;
  width?: number;
  height?: number;
  // What pages show of a file before it is loaded, by the columns that hold it.
  /** A picture in a few pixels: a WebP in Base64. */
  botPlaceholder?: string;
  /** Of a film or a sound, in seconds. */
  botDuration?: number;
  /** The title that a sound gives itself. */
  botRecordingTitle?: string;
  url?: string;
  /** The content, if it is in memory. */
  buffer?: Buffer;
  getStream: () => Readable;
}

/** All that storage is to hold for a material. */
export interface PreparedMaterial {
  original: ProviderFile;
  /** By the name of the format; empty for what is no image. */
  formats: Record<string, ProviderFile>;
  /** The type that it came in, if it is stored as another one. */
  convertedFrom?: string;
}
