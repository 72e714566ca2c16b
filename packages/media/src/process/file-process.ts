import { readFile } from 'node:fs/promises';

import sharp from 'sharp';

import { bytesInFile, bytesInMemory } from '../bytes/received-bytes';
import { decodeText } from '../documents/text-encoding';
import { MediaError, Unreadable } from '../errors';
import { cleanUnread, processImage } from '../images/process-image';
import { readRecording } from '../recording';

import type { FileAnswer, FileMessage, FileOutcome, FileTask, Results } from './messages';
import { startWatch } from './watch';

/** Resident bytes after a file at which the process makes room for a new one. */
const WORN_BYTES = 300 * 1024 * 1024;

const resultOf = async (task: FileTask): Promise<Results[keyof Results]> => {
  const { content, size } = task;
  if (task.is === 'recording') {
    const inFile = typeof content === 'string';
    const bytes = inFile ? bytesInFile(content, size, '') : bytesInMemory(content, '');
    return readRecording(bytes, task.mime);
  }
  const bytes = typeof content === 'string' ? await readFile(content) : content;
  switch (task.is) {
    case 'image':
      return processImage(bytes, task.mime, task.options);
    case 'unread-image':
      return cleanUnread(bytes, task.mime);
    case 'drawing': {
      // Loaded by the first drawing: the DOM that it takes has 60 MB.
      const { sanitizeSvg } = await import('../svg/sanitize');
      return sanitizeSvg(decodeText(bytes, task.charset ?? 'utf-8'));
    }
  }
};

const work = async (task: FileTask): Promise<FileOutcome> => {
  try {
    return { is: 'done', result: await resultOf(task) };
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof MediaError) {
      return { is: 'refused', code: error.code, message, details: error.details };
    }
    return { is: error instanceof Unreadable ? 'unreadable' : 'failed', message };
  }
};

/**
 * The program of a file process: one file after the other, asked for by messages. It is a
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
  process.on('message', ({ task, memoryBytes, cpuSeconds }: FileMessage) => {
    bound(memoryBytes, cpuSeconds);
    void work(task).then((outcome) => {
      bound(0, 0);
      const answer: FileAnswer = { outcome, isWorn: process.memoryUsage.rss() > WORN_BYTES };
      process.send?.(answer);
    });
  });
};

run();
