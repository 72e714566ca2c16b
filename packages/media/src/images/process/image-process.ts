import { readFile } from 'node:fs/promises';

import sharp from 'sharp';

import { MediaError } from '../../errors';
import { UnreadableImage } from '../limits';
import { cleanUnread, processImage } from '../process-image';
import type { ProcessedImage } from '../received-image';

import type { ImageAnswer, ImageOutcome, ImageTask } from './messages';
import { startWatch } from './watch';

/** Resident bytes after an image at which the process makes room for a new one. */
const WORN_BYTES = 300 * 1024 * 1024;

/** Thrown to leave an image to the process for heavy ones. */
class HeavyImage extends Error {}

const processed = async ({
  image,
  mime,
  options,
  mostCost,
  isReadable,
}: ImageTask): Promise<ProcessedImage | undefined> => {
  const bytes = typeof image === 'string' ? await readFile(image) : image;
  if (!isReadable) {
    return cleanUnread(bytes, mime);
  }
  try {
    return await processImage(bytes, mime, options, (cost) => {
      if (cost > mostCost) {
        throw new HeavyImage();
      }
    });
  } catch (error) {
    if (error instanceof UnreadableImage) {
      return cleanUnread(bytes, mime);
    }
    throw error;
  }
};

const work = async (task: ImageTask): Promise<ImageOutcome> => {
  try {
    return { is: 'done', image: await processed(task) };
  } catch (error) {
    if (error instanceof HeavyImage) {
      return { is: 'heavy' };
    }
    const { message } = error as Error;
    return error instanceof MediaError
      ? { is: 'refused', code: error.code, message, details: error.details }
      : { is: 'failed', message };
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
  const bound = startWatch();
  // A terminal tells all processes of a site to end; this one ends with the site.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.on('message', (task: ImageTask) => {
    bound(task.memoryBytes, task.cpuSeconds);
    void work(task).then((outcome) => {
      bound(0, 0);
      const answer: ImageAnswer = { outcome, isWorn: process.memoryUsage.rss() > WORN_BYTES };
      process.send?.(answer);
    });
  });
};

run();
