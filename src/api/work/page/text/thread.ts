import { Worker } from 'node:worker_threads';

import type { RenderedText } from './markdown';
import type { TextTask } from './worker';

/** CPU time limit for one text in milliseconds. */
const MOST_MILLISECONDS = 5_000;
const CHECK_MILLISECONDS = 50;
const MOST_MEGABYTES = 384;
/** Time after which an idle thread is terminated. */
const IDLE_MILLISECONDS = 60_000;

/** Error for a text that exceeds the limits of time or memory. */
export class TextTooExpensive extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`the text takes more than ${reason}`, { cause });
  }
}

/** Upper bound of a thread's CPU time: the lesser of its busy time and the CPU time of the process. */
const startClock = (worker: Worker): (() => number) => {
  const busy = worker.performance.eventLoopUtilization();
  const used = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(used);
    return Math.min(worker.performance.eventLoopUtilization(busy).active, (user + system) / 1000);
  };
};

/**
 * Renders texts on another thread, one at a time and the shortest first, with limits of CPU time and memory.
 * @param program compiled file of `worker.ts`
 * @param mostWaiting longest queue; further texts are rejected with `TextTooExpensive`
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
        fail(new TextTooExpensive(`${mostMilliseconds / 1000} seconds`));
      }, CHECK_MILLISECONDS);
      const settle = (): void => {
        clearInterval(watch);
        running.off('message', onMessage).off('error', onError).off('exit', onExit);
        idle = setTimeout(() => void end(), IDLE_MILLISECONDS).unref();
      };
      const fail = (error: Error): void => {
        settle();
        // A thread may be terminated at any time; errors of a terminated thread are ignored.
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
            ? new TextTooExpensive(`${MOST_MEGABYTES} MB`, error)
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
    if (waiting.length >= mostWaiting) throw new TextTooExpensive('its share while others wait');
    await new Promise<void>((begin) => waiting.push({ length, begin }));
  };

  const startNext = (): void => {
    const next = waiting.sort((one, other) => one.length - other.length).shift();
    isBusy = next !== undefined;
    next?.begin();
  };

  return {
    /** Renders a text when it is its turn. @throws TextTooExpensive if it exceeds the limits */
    async render(task: TextTask): Promise<RenderedText> {
      await waitForTurn(task.source.length);
      try {
        return await run(task);
      } finally {
        startNext();
      }
    },
    end,
  };
};
