import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

import type { Core } from '@strapi/strapi';

import type { ReceivedBytes } from '../../bytes/received-bytes';
import { PLUGIN_ID } from '../../constants';
import { protocolError } from '../../protocol/errors';
import { decodeText } from '../documents/text-encoding';
import { programFile } from '../program-file';

import type { SafeSvg } from './sanitize';
import type { SvgAnswer } from './worker';

/** How long the thread lives on without a drawing: the DOM in it takes 60 MB. */
const IDLE_MILLISECONDS = 60_000;

/** What one drawing may take. */
const WORK_MILLISECONDS = 20_000;
const MEMORY_MEGABYTES = 512;

/** Bytes of a drawing: a logo has a few thousand, a map some hundred thousand. */
const SVG_BYTES = 4 * 1024 * 1024;

const notSafe = (why: string, cause?: unknown) =>
  protocolError('svg-not-safe', { message: `The SVG ${why}`, cause });

const startWorker = (): Worker => {
  const worker = new Worker(programFile('svg-worker'), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MEGABYTES },
  });
  // Whoever waits for an answer is told; without a listener the process would end.
  worker.on('error', () => undefined);
  worker.unref();
  return worker;
};

/** @throws if the thread ends first, or takes too long */
const ask = async (worker: Worker, text: string): Promise<SvgAnswer> => {
  const ended = new AbortController();
  const end = () => ended.abort();
  const timer = setTimeout(end, WORK_MILLISECONDS);
  worker.once('exit', end);
  try {
    worker.postMessage(text);
    const [answer] = (await once(worker, 'message', { signal: ended.signal })) as [SvgAnswer];
    return answer;
  } finally {
    clearTimeout(timer);
    worker.off('exit', end);
  }
};

/**
 * Makes vector graphics safe in a thread of their own, which is started by the first one and ends
 * when none comes: neither the site's memory nor its time is spent on the DOM that this takes.
 */
export const createSvgSanitizerService = () => {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  const stop = async (): Promise<void> => {
    clearTimeout(idle);
    const stopped = worker;
    worker = undefined;
    await stopped?.terminate();
  };

  const work = async (text: string): Promise<SvgAnswer> => {
    clearTimeout(idle);
    worker ??= startWorker();
    try {
      return await ask(worker, text);
    } catch (cause) {
      await stop();
      throw notSafe('takes too much time or memory to be made safe', cause);
    } finally {
      idle = setTimeout(() => void stop(), IDLE_MILLISECONDS).unref();
    }
  };

  return {
    /**
     * Does `sanitizeSvg` there; one drawing after the other, so that the time of one counts from
     * its own turn on.
     * @param charset the encoding of the text
     * @throws `svg-not-safe` for a drawing that cannot be made safe
     */
    async sanitize(bytes: ReceivedBytes, charset = 'utf-8'): Promise<SafeSvg> {
      if (bytes.size > SVG_BYTES) {
        throw notSafe(`has more than ${SVG_BYTES} bytes`);
      }
      const text = decodeText(await bytes.read(0, SVG_BYTES), charset);
      const own = turn.then(() => work(text));
      turn = own.catch(() => undefined);
      const safe = await own;
      if (safe === undefined) {
        throw notSafe('is broken, or has nothing left to draw once it is safe');
      }
      return safe;
    },

    /** Ends the thread. */
    stop,
  };
};

export type SvgSanitizerService = ReturnType<typeof createSvgSanitizerService>;

/** Gives this service of a site. */
export const getSvgSanitizerService = (strapi: Core.Strapi): SvgSanitizerService =>
  strapi.plugin(PLUGIN_ID).service('svgSanitizer');
