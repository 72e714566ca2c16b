import { MediaError, Unreadable } from '../errors';
import { isConvertedImage } from '../images/kinds';

import { FileProcessEnded, startChild, type FileChild } from './child';
import type { FileAnswer, FileTask, Results } from './messages';

export interface ProcessPoolOptions {
  /** The folder of the host's build that has the programs of this package. */
  programs: string;
  processes: number;
  /** Bytes of images and drawings that may wait for their turn. */
  waitingBytes: number;
  memoryBytes: number;
  /** Seconds of CPU time that a file may take in all its tries; an image that is decoded here, twice that. */
  seconds: number;
  /** Told why a process ended that should not have. */
  onCrash: (error: Error) => void;
}

interface Job {
  task: FileTask;
  /** Aborted when nobody waits for the outcome any more. */
  signal: AbortSignal | undefined;
  isHeavy: boolean;
  /** True once a process has ended over it: it has a second try, and no third. */
  hasFailed: boolean;
  resolve: (result: Results[keyof Results]) => void;
  reject: (error: unknown) => void;
}

/** A place for one process, which comes and goes. */
interface Seat {
  child?: FileChild;
  isBusy: boolean;
  /** False for the one that is always there for light files. */
  takesHeavy: boolean;
  /** What it did last. */
  wasHeavy: boolean;
  idle?: NodeJS.Timeout;
}

/** How long a process lives on without work, in milliseconds. */
const IDLE = 30_000;

/**
 * Shares of the CPU time of a file: of a try as a light one, after which it is begun anew as a heavy one; of that; and
 * of the removal of metadata from what cannot be read.
 */
const SHARES = { light: 0.25, heavy: 0.6, cleaning: 0.15 };

/** Bytes from which on a file is a heavy one at once. */
const HEAVY_BYTES = 8 * 1024 * 1024;
const HEAVY_CONVERTED_BYTES = 2 * 1024 * 1024;

/** How much more CPU time an image takes that is decoded in WebAssembly: 48 megapixels need 6 seconds. */
const CONVERTED = 2;

const isConverted = (task: FileTask): boolean => task.is === 'image' && isConvertedImage(task.mime);

const looksHeavy = (task: FileTask): boolean =>
  task.is === 'image' && task.size > (isConverted(task) ? HEAVY_CONVERTED_BYTES : HEAVY_BYTES);

/** Work that ends so soon after its client has gone is not worth a new process. */
const PATIENCE = 500;

const aborted = () => new MediaError('aborted', 'Nobody waits for the file any more');
const stopped = () => new MediaError('stopped', 'The file processes were stopped');

/** Of all CPU time that a file may take, those of this try. */
const shareOf = ({ task, isHeavy }: Job): number => {
  const { light, heavy, cleaning } = SHARES;
  if (task.is === 'unread-image') {
    return cleaning;
  }
  return looksHeavy(task) ? light + heavy : isHeavy ? heavy : light;
};

/** What a file weighs while it waits; of a recording only the header is read. */
const weightOf = ({ task }: Job): number => (task.is === 'recording' ? 0 : task.size);

/**
 * Works on files in processes of their own, light ones and heavy ones apart: one process is never
 * given a heavy file, so that small pictures do not wait behind it. A heavy one is told by what it takes.
 */
export const createProcessPool = (options: ProcessPoolOptions) => {
  const { programs, processes, waitingBytes, memoryBytes, seconds, onCrash } = options;
  const seats = Array.from({ length: processes }, (_, index): Seat => ({
    isBusy: false,
    takesHeavy: index > 0 || processes === 1,
    wasHeavy: false,
  }));
  const light: Job[] = [];
  const heavy: Job[] = [];
  /** Since the start: seconds of work, and files that took more than they may of each. */
  const done = { seconds: 0, memory: 0, time: 0 };
  let hasStopped = false;

  const end = (seat: Seat): void => {
    clearTimeout(seat.idle);
    seat.child?.kill();
    seat.child = undefined;
  };

  const childOf = (seat: Seat): FileChild => {
    clearTimeout(seat.idle);
    const child =
      seat.child ??
      startChild(programs, () => {
        if (seat.child === child) {
          seat.child = undefined;
        }
      });
    seat.child = child;
    return child;
  };

  /** Takes turns where one process has to do both. */
  const nextFor = ({ takesHeavy, wasHeavy }: Seat): Job | undefined => {
    if (!takesHeavy) {
      return light.shift();
    }
    return wasHeavy && processes === 1
      ? (light.shift() ?? heavy.shift())
      : (heavy.shift() ?? light.shift());
  };

  /** Runs one task; ends the process when nobody waits any more. */
  const run = async (seat: Seat, job: Job): Promise<FileAnswer> => {
    const { task, signal, reject } = job;
    const child = childOf(seat);
    let leaving: NodeJS.Timeout | undefined;
    const leave = () => {
      reject(aborted());
      leaving = setTimeout(() => child.kill(), PATIENCE);
    };
    signal?.addEventListener('abort', leave);
    try {
      const all = seconds * (isConverted(task) ? CONVERTED : 1);
      const cpuSeconds = all * shareOf(job);
      const plannedSeconds = Math.max(cpuSeconds, all * SHARES.heavy);
      return await child.run(task, { memoryBytes, cpuSeconds, plannedSeconds });
    } catch (error) {
      throw hasStopped ? stopped() : error;
    } finally {
      clearTimeout(leaving);
      signal?.removeEventListener('abort', leave);
    }
  };

  const finish = (seat: Seat, job: Job, { outcome, isWorn }: FileAnswer): void => {
    if (isWorn) {
      end(seat);
    }
    switch (outcome.is) {
      case 'done':
        return job.resolve(outcome.result);
      case 'refused': {
        const { code, message, details } = outcome;
        return job.reject(new MediaError(code, message, { details }));
      }
      case 'unreadable':
        return job.reject(new Unreadable(outcome.message));
      case 'failed':
        return job.reject(new Error(outcome.message));
    }
  };

  const fail = (job: Job, error: unknown): void => {
    if (!(error instanceof FileProcessEnded)) {
      return job.reject(error);
    }
    const { by, message } = error;
    if (by === 'time' && !job.isHeavy && job.task.is !== 'unread-image') {
      heavy.push({ ...job, isHeavy: true });
      return;
    }
    if (by === 'memory' || by === 'time') {
      done[by] += 1;
      return job.reject(new Unreadable(message));
    }
    if (job.signal?.aborted === true) {
      return; // it was killed, as nobody waits any more
    }
    onCrash(error);
    if (!job.hasFailed) {
      (job.isHeavy ? heavy : light).unshift({ ...job, hasFailed: true });
    } else if (by === 'fault') {
      job.reject(new Unreadable(message));
    } else {
      const why = 'Images cannot be processed at the moment';
      job.reject(new MediaError('images-unavailable', why, { cause: error }));
    }
  };

  const work = async (seat: Seat, job: Job): Promise<void> => {
    seat.isBusy = true;
    seat.wasHeavy = job.isHeavy;
    const begun = performance.now();
    try {
      finish(seat, job, await run(seat, job));
    } catch (error) {
      end(seat);
      fail(job, error);
    }
    seat.isBusy = false;
    done.seconds += (performance.now() - begun) / 1000;
    if (!hasStopped) {
      seat.idle = setTimeout(() => end(seat), IDLE).unref();
      fill();
    }
  };

  /** Gives what waits to whoever is free. */
  const fill = (): void => {
    for (const seat of seats) {
      const job = seat.isBusy ? undefined : nextFor(seat);
      if (job !== undefined) {
        void work(seat, job);
      }
    }
  };

  const assertRoom = (job: Job): void => {
    const waiting = [...light, ...heavy].reduce((sum, one) => sum + weightOf(one), 0);
    if (waiting > 0 && waiting + weightOf(job) > waitingBytes) {
      throw new MediaError('images-busy', 'Too many images are being processed');
    }
  };

  return {
    /**
     * Has a task done in a file process.
     * @param signal aborted when nobody waits for it any more
     * @throws Unreadable for a file that takes more than it may, or that two processes have ended over;
     *   `images-busy` if too much waits already, `images-unavailable` if no process can be started,
     *   `aborted`, `stopped`, and what the task throws
     */
    run<Is extends keyof Results>(
      task: FileTask & { is: Is },
      signal?: AbortSignal
    ): Promise<Results[Is]> {
      return new Promise((resolve, reject) => {
        const job: Job = {
          ...{ task, signal, isHeavy: looksHeavy(task), hasFailed: false, reject },
          resolve: (result) => resolve(result as Results[Is]),
        };
        if (signal?.aborted === true) {
          throw aborted();
        }
        if (hasStopped) {
          throw stopped();
        }
        assertRoom(job);
        (job.isHeavy ? heavy : light).push(job);
        signal?.addEventListener('abort', () => {
          for (const line of [light, heavy]) {
            const index = line.findIndex((one) => one.reject === reject);
            if (index !== -1) {
              line.splice(index, 1);
              reject(aborted());
            }
          }
        });
        fill();
      });
    },

    /** What was done since the start, how many processes are busy, and how many files wait for one. */
    work: () => ({
      ...done,
      busy: seats.filter(({ isBusy }) => isBusy).length,
      waiting: light.length + heavy.length,
    }),

    stop(): void {
      hasStopped = true;
      for (const job of [...light.splice(0), ...heavy.splice(0)]) {
        job.reject(stopped());
      }
      seats.forEach(end);
    },
  };
};
