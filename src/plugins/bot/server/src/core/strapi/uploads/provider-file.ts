import type { Readable } from 'node:stream';

/** Names and type of a file, in the Media Library and in storage. */
export interface Naming {
  name: string;
  hash: string;
  ext: string;
  mime: string;
  /** Character encoding of a text file. */
  charset?: string;
}

/** A file or a format in the form that upload providers accept and that its row contains. */
export interface ProviderFile extends Naming {
  /** Size in kilobytes, as in Strapi. */
  size: number;
  sizeInBytes: number;
  /** SHA-256 of the content, if known before it is stored. */
  sha256?: string;
  width?: number;
  height?: number;
  // Columns with data that pages show before the file has loaded.
  /** Tiny preview of an image: a WebP in Base64. */
  botPlaceholder?: string;
  /** Duration of a video or audio file in seconds. */
  botDuration?: number;
  /** Title from the metadata of an audio file. */
  botRecordingTitle?: string;
  url?: string;
  /** Content, if it is in memory. */
  buffer?: Buffer;
  getStream: () => Readable;
}

/** Original file of a material and its formats, prepared for storage. */
export interface PreparedMaterial {
  original: ProviderFile;
  /** Formats by name; empty for files that are not images. */
  formats: Record<string, ProviderFile>;
  /** Original media type, if the file was converted. */
  convertedFrom?: string;
}
