import { readSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

import sharp from 'sharp';

import { bytesInFile, bytesInMemory } from '../bytes/received-bytes';
import { decodeText } from '../documents/text-encoding';
import { MediaError, Unreadable } from '../errors';
import { cleanUnread, processImage } from '../images/process-image';
import { readRecording } from '../recording';

import {
  CONTENT,
  type FileAnswer,
  type FileMessage,
  type FileOutcome,
  type Results,
} from './messages';
import { startWatch } from './watch';

/** Resident memory in bytes above which the process is replaced after a file. */
const WORN_BYTES = 300 * 1024 * 1024;

/** Reads `size` bytes that the site sent; blocks until they have arrived. */
const receive = (size: number): Buffer => {
  const bytes = Buffer.allocUnsafe(size);
  for (let at = 0; at < size;) {
    const read = readSync(CONTENT, bytes, at, size - at, null);
    if (read === 0) throw new Error('The site has gone');
    at += read;
  }
  return bytes;
};

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
};

const answerTo = async ({
  question,
  path,
  size,
  plannedSeconds,
}: FileMessage): Promise<Results[keyof Results]> => {
  const end = cpuSeconds() + plannedSeconds;
  if (question.is === 'recording') {
    const inFile = path !== undefined;
    const bytes = inFile ? bytesInFile(path, size, '') : bytesInMemory(receive(size), '');
    return readRecording(bytes, question.mime);
  }
  const bytes = path === undefined ? receive(size) : await readFile(path);
  switch (question.is) {
    case 'image':
      return processImage(bytes, question.mime, {
        ...question.options,
        timeLeft: () => end - cpuSeconds(),
      });
    case 'unread-image':
      return cleanUnread(bytes, question.mime);
    case 'drawing': {
      // The sanitizer is loaded for the first SVG, because its DOM library takes 60 MB.
      const { sanitizeSvg } = await import('../svg/sanitize');
      return sanitizeSvg(decodeText(bytes, question.charset ?? 'utf-8'));
    }
  }
};

const work = async (message: FileMessage): Promise<FileOutcome> => {
  try {
    return { is: 'done', result: await answerTo(message) };
  } catch (error) {
    const why = (error as Error).message;
    if (error instanceof MediaError) {
      return { is: 'refused', code: error.code, message: why, details: error.details };
    }
    return { is: error instanceof Unreadable ? 'unreadable' : 'failed', message: why };
  }
};

/**
 * Main program of a file process: processes one file per message, one after another. Runs as a process and not as a
 * thread, because only a process can stop native decoders, return their memory, and crash without stopping the site.
 */
const run = (): void => {
  sharp.cache(false);
  sharp.concurrency(1);
  const bound = startWatch();
  // A terminal signals all processes of a site. The file process must end only with the site.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.on('message', (message: FileMessage) => {
    bound(message.memoryBytes, message.cpuSeconds);
    void work(message).then((outcome) => {
      bound(0, 0);
      const answer: FileAnswer = { outcome, isWorn: process.memoryUsage.rss() > WORN_BYTES };
      process.send?.(answer);
    });
  });
};

run();
