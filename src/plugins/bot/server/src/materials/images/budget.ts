import sharp, { type Sharp, type SharpOptions } from 'sharp';

import { tooCostly, type ImageLimits } from './limits';

/** What is left of the time that an image may take. */
export interface Budget {
  /** Opens an image; the library gives up when the time is over. */
  open: (image: Buffer, options?: SharpOptions) => Sharp;
}

/**
 * Starts the clock for one image.
 * @param always how the image is to be opened
 * @returns what opens images with the time that is left
 */
export const startBudget = ({ seconds }: ImageLimits, always?: SharpOptions): Budget => {
  const deadline = performance.now() + seconds * 1000;
  return {
    open: (image, options) => {
      const left = Math.ceil((deadline - performance.now()) / 1000);
      if (left <= 0) {
        throw tooCostly('it takes too long');
      }
      // Pixels are counted by `assertAffordable`, which counts more than this library does.
      return sharp(image, { limitInputPixels: false, ...always, ...options }).timeout({
        seconds: left,
      });
    },
  };
};

/** True for what the library says when the time is over. */
export const isTimeout = (error: unknown): boolean =>
  /^timeout: /.test(String(Reflect.get(Object(error), 'message')));
