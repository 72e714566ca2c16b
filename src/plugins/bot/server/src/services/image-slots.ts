import type { Core } from '@strapi/strapi';
import { Semaphore } from 'async-mutex';

import { protocolError } from '../protocol/errors';

import { botConfig } from './lookup';

/**
 * Bounds how many images this instance decodes at a time, and how many wait for their turn: a
 * decoded image takes hundreds of times the memory of the file.
 */
export const createImageSlotsService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { imagesAtOnce, imagesWaiting } = botConfig(strapi).limits;
  const slots = new Semaphore(imagesAtOnce);
  let taken = 0;

  return {
    /** Runs `work` in a slot. @throws `images-busy` if too many wait already */
    async use<Result>(work: () => Promise<Result>): Promise<Result> {
      if (taken >= imagesAtOnce + imagesWaiting) {
        throw protocolError('images-busy');
      }
      taken += 1;
      try {
        return await slots.runExclusive(work);
      } finally {
        taken -= 1;
      }
    },
  };
};

export type ImageSlotsService = ReturnType<typeof createImageSlotsService>;
