import { SHOWN_IMAGES, VECTOR_IMAGE } from '@fleet-bot/media';
import { type MaterialType, oneLine } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { FILE_UID } from '../../../core/constants';
import { completeRows } from '../../../core/writes/own-data';

/** MIME types of images. Types that no browser shows, such as camera raw data or JPEG XL, count as files. */
export const IMAGE_TYPES: readonly string[] = [
  ...SHOWN_IMAGES,
  VECTOR_IMAGE,
  'image/vnd.adobe.photoshop',
];

const IMAGES = new Set(IMAGE_TYPES);

/**
 * The kind of material for a MIME type: `image`, `video`, or `file` for all other types, including audio (interface
 * document, section 2).
 */
export const materialTypeOf = (mime: string): MaterialType => {
  if (IMAGES.has(mime)) return 'image';
  return mime.startsWith('video/') ? 'video' : 'file';
};

interface FileData {
  name?: string | null;
  mime?: string | null;
}

const complete = ({ mime, name }: FileData): object => ({
  ...(typeof mime === 'string' && { type: materialTypeOf(mime) }),
  ...(typeof name === 'string' && { name: oneLine(name) }),
});

/**
 * Sets `type` from the stored MIME type on every file that is written through Strapi, uploads and replacements of
 * editors included, and removes control characters from its name.
 */
export const completeFilesOnWrite = (strapi: Core.Strapi): void => {
  strapi.db.lifecycles.subscribe({
    models: [FILE_UID],
    beforeCreate: ({ params }) => completeRows(params, complete),
    beforeUpdate: ({ params }) => completeRows(params, complete),
    beforeCreateMany: ({ params }) => completeRows(params, complete),
    beforeUpdateMany: ({ params }) => completeRows(params, complete),
  });
};
