import path from 'node:path';

import type { Core } from '@strapi/strapi';
import { Piscina } from 'piscina';

import type { EncodedImage, ImageVariants } from '../media/image';
import { toBuffer, type ImageOutcome, type ImageTask } from '../media/image-worker';
import { protocolError } from '../protocol/errors';

import { botConfig } from './lookup';

/** How long the thread lives on without an image to work on. */
const IDLE_MILLISECONDS = 60_000;

const withBuffer = (image: EncodedImage): EncodedImage => ({
  ...image,
  bytes: toBuffer(image.bytes),
});

/**
 * Works on images in a thread of their own. The pixels of each copy are megabytes that the engine
 * has to take back, and every few images it searches all of its memory for what is in use: in the
 * thread of the site that is a hundred megabytes, and as much work as the images, in a thread that
 * does nothing else it is next to none.
 *
 * Also bounds how many images are decoded at a time, and how many wait for their turn: a decoded
 * image takes hundreds of times the memory of the file.
 */
export const createImageWorkshopService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { imagesAtOnce, imagesWaiting } = botConfig(strapi).limits;

  const pool = new Piscina<ImageTask, ImageOutcome>({
    filename: path.join(__dirname, '../media/image-worker.js'),
    minThreads: 0,
    maxThreads: 1,
    concurrentTasksPerWorker: imagesAtOnce,
    idleTimeout: IDLE_MILLISECONDS,
    // The thread must not sleep over a message while an image is under way.
    atomics: 'disabled',
  });

  let taken = 0;

  const run = async (task: ImageTask): Promise<ImageOutcome> => {
    if (taken >= imagesAtOnce + imagesWaiting) {
      throw protocolError('images-busy');
    }
    taken += 1;
    try {
      return await pool.run(task);
    } finally {
      taken -= 1;
    }
  };

  return {
    /**
     * Does `makeImageVariants` there.
     * @throws `images-busy` if too many wait already, and what that throws
     */
    async makeVariants(task: ImageTask): Promise<ImageVariants | undefined> {
      const outcome = await run(task);
      if ('refusal' in outcome) {
        const { code, message, details } = outcome.refusal;
        throw protocolError(code, { message, details });
      }
      const { variants } = outcome;
      return (
        variants && {
          original: withBuffer(variants.original),
          formats: new Map([...variants.formats].map(([name, image]) => [name, withBuffer(image)])),
        }
      );
    },

    /** Ends the thread. */
    stop: (): Promise<void> => pool.destroy(),
  };
};

export type ImageWorkshopService = ReturnType<typeof createImageWorkshopService>;
