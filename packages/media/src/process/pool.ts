import { MediaError, Unreadable } from '../errors';
import { isConvertedImage } from '../images/kinds';

import { FileProcessEnded, startChild, type FileChild } from './child';
import type { FileAnswer, FileTask, Results } from './messages';

export interface ProcessPoolOptions {
  /** Folder with the bundled programs of this package, in the build of the application that uses the package. */
  programs: string;
  processes: number;
  /** Maximum bytes of images and SVGs that may wait for processing. */
  waitingBytes: number;
  memoryBytes: number;
  /** Maximum seconds of CPU time for a file in all its attempts; twice as many for an image decoded in WebAssembly. */
  seconds: number;
  /** Called when a process has ended unexpectedly. */
  onCrash: (error: Error) => void;
}

interface Job {
  task: FileTask;
  /** Aborted when no client waits for the result any more. */
  signal: AbortSignal | undefined;
  isHeavy: boolean;
  /** True if a process has already crashed on this job. After a second crash the job fails. */
  hasFailed: boolean;
  resolve: (result: Results[keyof Results]) => void;
  reject: (error: unknown) => void;
}

/** A slot for one process, which is started when needed. */
interface Seat {
  child?: FileChild;
  isBusy: boolean;
  /**
   * Whether this process slot takes heavy files, which need much CPU time. False for the slot that is reserved for
   * other files.
   */
  takesHeavy: boolean;
  /** Whether the previous job was a heavy file. */
  wasHeavy: boolean;
  idle?: NodeJS.Timeout;
}

/** Milliseconds after which an idle process is ended. */
const IDLE = 30_000;

/**
 * Shares of the CPU time that a file may use in all its attempts: `light` for the first attempt,
 * `heavy` for a second attempt, and `cleaning` for an attempt to remove only the metadata after both have failed.
 */
const SHARES = { light: 0.25, heavy: 0.6, cleaning: 0.15 };

/** Size in bytes above which an image is treated as heavy from the start. */
const HEAVY_BYTES = 8 * 1024 * 1024;
const HEAVY_CONVERTED_BYTES = 2 * 1024 * 1024;

/** Factor of the CPU time for an image that is decoded in WebAssembly: 48 megapixels take 6 seconds. */
const CONVERTED = 2;

const isConverted = (task: FileTask): boolean => task.is === 'image' && isConvertedImage(task.mime);

const looksHeavy = (task: FileTask): boolean =>
  task.is === 'image' && task.size > (isConverted(task) ? HEAVY_CONVERTED_BYTES : HEAVY_BYTES);

/** Milliseconds to wait for a job to finish after its client has left, before its process is killed. */
const EXIT_MILLISECONDS = 500;

const aborted = () => new MediaError('aborted', 'Nobody waits for the file any more');
const stopped = () => new MediaError('stopped', 'The file processes were stopped');

/** Share of a file's CPU time that the next attempt may use. */
const shareOf = ({ task, isHeavy }: Job): number => {
  const { light, heavy, cleaning } = SHARES;
  if (task.is === 'unread-image') {
    return cleaning;
  }
  return looksHeavy(task) ? light + heavy : isHeavy ? heavy : light;
};

/**
 * Number of bytes of a waiting job that count towards `waitingBytes`. Audio and video files count 0, because only their
 * header is read.
 */
const weightOf = ({ task }: Job): number => (task.is === 'recording' ? 0 : task.size);

/**
 * Processes files in a pool of child processes. If there are several processes, one never takes heavy files, so that
 * small pictures do not wait behind heavy files. A large image is heavy from the start; any other file becomes heavy
 * after using too much CPU time.
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
  /** Totals since the start: seconds of work, and number of files that exceeded each limit. */
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

  /**
   * Next job for a process slot. If there is only one process, jobs that need little CPU time alternate with jobs that
   * need much (heavy jobs).
   */
  const nextFor = ({ takesHeavy, wasHeavy }: Seat): Job | undefined => {
    if (!takesHeavy) {
      return light.shift();
    }
    return wasHeavy && processes === 1
      ? (light.shift() ?? heavy.shift())
      : (heavy.shift() ?? light.shift());
  };

  /** Runs one job. If the job's client leaves, rejects the job, and kills the process unless the job ends soon. */
  const run = async (seat: Seat, job: Job): Promise<FileAnswer> => {
    const { task, signal, reject } = job;
    const child = childOf(seat);
    let leaving: NodeJS.Timeout | undefined;
    const leave = () => {
      reject(aborted());
      leaving = setTimeout(() => child.kill(), EXIT_MILLISECONDS);
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
      return; // killed because its client has left
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

  /** Assigns waiting jobs to free slots. */
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
     * Runs a task in a file process.
     * @param signal aborted when the client no longer waits
     * @throws Unreadable if the file exceeds a limit or has crashed two processes; `images-busy` if too many bytes
     * wait, `images-unavailable` if no process can be started, `aborted`, `stopped`, and errors of the task
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

    /** Totals since the start, number of busy processes, and number of waiting files. */
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
