import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

import { programFile, type ThreadProgram } from './program-file';

/** How long a thread lives on without work. */
const IDLE_MILLISECONDS = 60_000;

/**
 * What one piece of work may take of CPU time, that of the site meanwhile counted as well, which
 * cannot be told from it. One that waits for its turn on a busy machine is not ended.
 */
const WORK_MILLISECONDS = 20_000;
const LOOK_MILLISECONDS = 250;
const MEMORY_MEGABYTES = 512;

const startWorker = (programs: string, program: ThreadProgram): Worker => {
  const worker = new Worker(programFile(programs, program), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MEGABYTES },
  });
  // Whoever waits for an answer is told; without a listener the process would end.
  worker.on('error', () => undefined);
  worker.unref();
  return worker;
};

/** @throws if the thread ends first, or takes too long */
const answerOf = async <Answer>(worker: Worker, question: unknown): Promise<Answer> => {
  const ended = new AbortController();
  const end = () => ended.abort();
  const begun = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(begun);
    if ((user + system) / 1000 > WORK_MILLISECONDS) {
      end();
    }
  }, LOOK_MILLISECONDS);
  worker.once('exit', end);
  try {
    worker.postMessage(question);
    const [answer] = (await once(worker, 'message', { signal: ended.signal })) as [Answer];
    return answer;
  } finally {
    clearInterval(timer);
    worker.off('exit', end);
  }
};

/**
 * Has work done in a thread of its own, which is started by the first piece of it and ends when none comes:
 * neither the site's time nor its memory is spent on what somebody has made to be slow.
 */
export const createThread = <Question, Answer>(programs: string, program: ThreadProgram) => {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  const stop = async (): Promise<void> => {
    clearTimeout(idle);
    const stopped = worker;
    worker = undefined;
    await stopped?.terminate();
  };

  const work = async (question: Question): Promise<Answer> => {
    clearTimeout(idle);
    worker ??= startWorker(programs, program);
    try {
      return await answerOf<Answer>(worker, question);
    } catch (error) {
      await stop();
      throw error;
    } finally {
      idle = setTimeout(() => void stop(), IDLE_MILLISECONDS).unref();
    }
  };

  return {
    /**
     * Gives what the program answers; one question after the other, so that the time of one counts from
     * its own turn on.
     * @throws if it takes too much time or memory; the next question starts another thread
     */
    ask(question: Question): Promise<Answer> {
      const own = turn.then(() => work(question));
      turn = own.catch(() => undefined);
      return own;
    },

    /** Ends the thread. */
    stop,
  };
};
