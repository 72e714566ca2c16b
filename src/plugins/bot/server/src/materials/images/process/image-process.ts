import { readFile } from 'node:fs/promises';

import sharp from 'sharp';

import { codeOf } from '../../../protocol/errors';
import { processImage } from '../process-image';

import { startMemoryWatch } from './memory-watch';
import type { ImageAnswer, ImageOutcome, ImageTask } from './messages';

/** Resident bytes after an image at which the process makes room for a new one. */
const WORN_BYTES = 300 * 1024 * 1024;

/** Thrown to leave an image to the process for heavy ones. */
class HeavyImage extends Error {}

const work = async ({ image, mime, options, mostCost }: ImageTask): Promise<ImageOutcome> => {
  try {
    const bytes = typeof image === 'string' ? await readFile(image) : image;
    const processed = await processImage(bytes, mime, options, (cost) => {
      if (cost > mostCost) {
        throw new HeavyImage();
      }
    });
    return { is: 'done', image: processed };
  } catch (error) {
    if (error instanceof HeavyImage) {
      return { is: 'heavy' };
    }
    const { message, details } = error as Error & { details: Record<string, unknown> };
    const code = codeOf(error);
    return code === undefined
      ? { is: 'failed', message }
      : { is: 'refused', code, message, details };
  }
};

/**
 * The program of an image process: one image after the other, asked for by messages. It is a
 * process and no thread because a decoder in native code can be stopped in no other way, gives
 * memory back in no other way, and takes all down with it when it crashes.
 */
const run = (): void => {
  sharp.cache(false);
  sharp.concurrency(1);
  const bound = startMemoryWatch();
  // A terminal tells all processes of a site to end; this one ends with the site.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.on('message', (task: ImageTask) => {
    bound(task.memoryBytes);
    void work(task).then((outcome) => {
      bound(0);
      const answer: ImageAnswer = { outcome, isWorn: process.memoryUsage.rss() > WORN_BYTES };
      process.send?.(answer);
    });
  });
};

run();
