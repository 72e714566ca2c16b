import { bytesInMemory } from '@fleet-bot/media';
import type { Core } from '@strapi/strapi';

import type { Examination } from '../../core/readiness';

import { getMaterialPreparationService } from './preparation';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64'
);

/** Makes the readiness check that processes an image of one pixel, at most once in 60 seconds. */
export const imagesExamination = (strapi: Core.Strapi): Examination => ({
  name: 'images',
  seconds: 60,
  async examine() {
    const bytes = bytesInMemory(PNG);
    await getMaterialPreparationService(strapi).prepare({ bytes, fileName: 'pixel.png' });
    return ['ok', 'Images can be processed'];
  },
});
