import type { Edits } from '../bytes/edits';
import { MediaError } from '../errors';

import type { Renditions } from './renditions';

export interface ImageOptions {
  /** Name of a responsive format -> the longest side in pixels, as in Strapi's upload settings. */
  breakpoints: Record<string, number>;
  /** Width times height times frames that an image may have. */
  mostPixels: number;
  /** Quality at which the original is encoded anew, if that makes it smaller; else it is kept. */
  quality?: number;
}

/** What is stored for an image. */
export interface ProcessedImage extends Renditions {
  original: {
    edits: Edits;
    /** In pixels, as seen; of one that could be read. */
    width?: number;
    height?: number;
  };
  /** What it is now, if that is not what it was taken for. */
  now?: { mime: string; ext?: string };
  /** The type that it had, if it was decoded and stored as another one. */
  convertedFrom?: string;
}

/** The refusal of what has no picture in it. */
export const broken = (cause?: unknown): MediaError =>
  new MediaError('file-type-not-allowed', 'The image is broken: there is no picture in it', {
    cause,
  });

/** What is stored for an image that cannot be read: a file, which no page shows. */
export const storedAsFile = (edits: Edits): ProcessedImage => ({
  original: { edits },
  formats: new Map(),
  now: { mime: 'application/octet-stream' },
});
