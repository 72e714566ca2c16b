import { Worker } from 'node:worker_threads';

import type { RenderedText } from './markdown';
import type { TextTask } from './worker';

/** What one text may take, in milliseconds of the processor. */
const MOST_MILLISECONDS = 5_000;
const LOOK_MILLISECONDS = 50;
const MOST_MEGABYTES = 384;
/** How long the thread is kept for the next text. */
const IDLE_MILLISECONDS = 60_000;

/** A text takes more than it may. */
export class TextTooDear extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`the text takes more than ${reason}`, { cause });
  }
}

/** What the processor has done for a thread at most: no more than it was busy, nor than the whole process had. */
const startClock = (worker: Worker): (() => number) => {
  const busy = worker.performance.eventLoopUtilization();
  const used = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(used);
    return Math.min(worker.performance.eventLoopUtilization(busy).active, (user + system) / 1000);
  };
};

/**
 * Renders texts one after the other beside the main thread, the shortest first, each within bounds of time and memory.
 * @param program the file of `worker.ts` as Node runs it
 * @param mostWaiting texts that may wait for their turn; any other is refused
 */
export const createTextThread = (
  program: string,
  mostMilliseconds = MOST_MILLISECONDS,
  mostWaiting = Infinity
) => {
  let worker: Worker | undefined;
  let isBusy = false;
  const waiting: { length: number; begin: () => void }[] = [];
  let idle: NodeJS.Timeout | undefined;

  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  };

  const start = (): Worker => {
    const started = new Worker(program, {
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
      env: {},
    });
    started.unref();
    return started;
  };

  const run = (task: TextTask): Promise<RenderedText> => {
    clearTimeout(idle);
    const running = (worker ??= start());
    const clock = startClock(running);
    return new Promise<RenderedText>((resolve, reject) => {
      const watch = setInterval(() => {
        if (clock() <= mostMilliseconds) return;
        fail(new TextTooDear(`${mostMilliseconds / 1000} seconds`));
      }, LOOK_MILLISECONDS);
      const settle = (): void => {
        clearInterval(watch);
        running.off('message', onMessage).off('error', onError).off('exit', onExit);
        idle = setTimeout(() => void end(), IDLE_MILLISECONDS).unref();
      };
      const fail = (error: Error): void => {
        settle();
        // A thread may be ended at any time; an error of an ended one has nobody to hear it.
        running.on('error', () => undefined);
        void end();
        reject(error);
      };
      const onMessage = (text: RenderedText): void => {
        settle();
        resolve(text);
      };
      const onError = (error: Error): void =>
        fail(
          Reflect.get(error, 'code') === 'ERR_WORKER_OUT_OF_MEMORY'
            ? new TextTooDear(`${MOST_MEGABYTES} MB`, error)
            : error
        );
      const onExit = (): void => fail(new Error('the thread of texts has ended'));
      running.on('message', onMessage).on('error', onError).on('exit', onExit);
      running.postMessage(task);
    });
  };

  const waitForTurn = async (length: number): Promise<void> => {
    if (!isBusy) {
      isBusy = true;
      return;
    }
    if (waiting.length >= mostWaiting) throw new TextTooDear('its share while others wait');
    await new Promise<void>((begin) => waiting.push({ length, begin }));
  };

  const giveTurn = (): void => {
    const next = waiting.sort((one, other) => one.length - other.length).shift();
    isBusy = next !== undefined;
    next?.begin();
  };

  return {
    /** @throws TextTooDear */
    async render(task: TextTask): Promise<RenderedText> {
      await waitForTurn(task.source.length);
      try {
        return await run(task);
      } finally {
        giveTurn();
      }
    },
    end,
  };
};
