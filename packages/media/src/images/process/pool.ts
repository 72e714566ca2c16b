import { keepAll } from '../../bytes/edits';
import { MediaError } from '../../errors';
import { storedAsFile, type ImageOptions, type ProcessedImage } from '../received-image';

import { ImageProcessEnded, startImageChild, type ImageChild } from './child';
import type { ImageAnswer, ImageTask } from './messages';

export interface ImagePoolOptions {
  /** The folder of the host's build that has the programs of this package. */
  programs: string;
  /** Processes, and so images that are worked on at a time. */
  processes: number;
  /** Bytes of images that may wait for their turn. */
  waitingBytes: number;
  /** Bytes of memory that a process may take. */
  memoryBytes: number;
  /** Seconds of CPU time that an image may take. */
  seconds: number;
  /** Told why a process ended that should not have. */
  onCrash: (error: Error) => void;
}

export interface ImageJob {
  /** The bytes of an image, or the path of a file that has them. */
  image: Buffer | string;
  /** How many bytes that are. */
  size: number;
  mime: string;
  options: ImageOptions;
  /** Aborted when nobody waits for the outcome any more. */
  signal?: AbortSignal;
}

interface Waiting extends ImageJob {
  isHeavy: boolean;
  /** True once a process has ended over it: it has a second try, and no third. */
  hasFailed: boolean;
  /** False once it has shown that it cannot be read. */
  isReadable: boolean;
  resolve: (image: ProcessedImage | undefined) => void;
  reject: (error: unknown) => void;
}

/** A place for one process, which comes and goes. */
interface Seat {
  child?: ImageChild;
  isBusy: boolean;
  /** False for the one that is always there for light images. */
  takesHeavy: boolean;
  /** What it did last. */
  wasHeavy: boolean;
  idle?: NodeJS.Timeout;
}

/** Milliseconds of work above which an image is a heavy one. */
const HEAVY = 1_500;

/** How long a process lives on without an image to work on, in milliseconds. */
const IDLE = 30_000;

/** Seconds of CPU time after which an image that was taken for a light one is a heavy one. */
const LIGHT_SECONDS = 3;

/** Work that ends so soon after its client has gone is not worth a new process. */
const PATIENCE = 500;

const aborted = () => new MediaError('aborted', 'Nobody waits for the image any more');
const stopped = () => new MediaError('stopped', 'The image processes were stopped');

/**
 * Works on images in processes of their own, light ones and heavy ones apart: one process is never
 * given a heavy image, so that small pictures do not wait behind it. What an image is, its header
 * tells, which is read there too.
 */
export const createImagePool = (options: ImagePoolOptions) => {
  const { programs, processes, waitingBytes, memoryBytes, seconds, onCrash } = options;
  const seats = Array.from({ length: processes }, (_, index): Seat => ({
    isBusy: false,
    takesHeavy: index > 0 || processes === 1,
    wasHeavy: false,
  }));
  const light: Waiting[] = [];
  const heavy: Waiting[] = [];
  let hasStopped = false;

  const end = (seat: Seat): void => {
    clearTimeout(seat.idle);
    seat.child?.kill();
    seat.child = undefined;
  };

  const childOf = (seat: Seat): ImageChild => {
    clearTimeout(seat.idle);
    const child =
      seat.child ??
      startImageChild(programs, () => {
        if (seat.child === child) {
          seat.child = undefined;
        }
      });
    seat.child = child;
    return child;
  };

  /** Takes turns where one process has to do both. */
  const nextFor = ({ takesHeavy, wasHeavy }: Seat): Waiting | undefined => {
    if (!takesHeavy) {
      return light.shift();
    }
    return wasHeavy && processes === 1
      ? (light.shift() ?? heavy.shift())
      : (heavy.shift() ?? light.shift());
  };

  /** Runs one image; ends the process when nobody waits any more. */
  const run = async (seat: Seat, job: Waiting): Promise<ImageAnswer> => {
    const { image, mime, signal } = job;
    const task: ImageTask = {
      image,
      mime,
      options: job.options,
      isReadable: job.isReadable,
      mostCost: job.isHeavy ? Infinity : HEAVY,
      memoryBytes,
      cpuSeconds: job.isHeavy ? seconds : Math.min(seconds, LIGHT_SECONDS),
    };
    const child = childOf(seat);
    let leaving: NodeJS.Timeout | undefined;
    const leave = () => {
      job.reject(aborted());
      leaving = setTimeout(() => child.kill(), PATIENCE);
    };
    signal?.addEventListener('abort', leave);
    try {
      return await child.run(task);
    } catch (error) {
      throw hasStopped ? stopped() : error;
    } finally {
      clearTimeout(leaving);
      signal?.removeEventListener('abort', leave);
    }
  };

  const finish = (seat: Seat, job: Waiting, { outcome, isWorn }: ImageAnswer): void => {
    if (isWorn) {
      end(seat);
    }
    switch (outcome.is) {
      case 'done':
        return job.resolve(outcome.image);
      case 'heavy':
        heavy.push({ ...job, isHeavy: true });
        return undefined;
      case 'refused': {
        const { code, message, details } = outcome;
        return job.reject(new MediaError(code, message, { details }));
      }
      case 'failed':
        return job.reject(new Error(outcome.message));
    }
  };

  /** What cannot be read is freed of metadata at least; if even that takes too much, it stays as it came. */
  const giveUp = (job: Waiting): void => {
    if (job.isReadable) {
      light.unshift({ ...job, isHeavy: false, hasFailed: false, isReadable: false });
    } else {
      job.resolve(storedAsFile(keepAll(job.size)));
    }
  };

  const fail = (job: Waiting, error: unknown): void => {
    if (!(error instanceof ImageProcessEnded)) {
      job.reject(error);
      return;
    }
    const { by } = error;
    if (by === 'memory' || (by === 'time' && job.isHeavy)) {
      giveUp(job);
      return;
    }
    if (by === 'time') {
      heavy.push({ ...job, isHeavy: true });
      return;
    }
    if (job.signal?.aborted === true) {
      return; // it was killed, as nobody waits any more
    }
    onCrash(error);
    if (!job.hasFailed) {
      (job.isHeavy ? heavy : light).unshift({ ...job, hasFailed: true });
    } else if (by === 'fault') {
      giveUp(job);
    } else {
      const message = 'Images cannot be processed at the moment';
      job.reject(new MediaError('images-unavailable', message, { cause: error }));
    }
  };

  const work = async (seat: Seat, job: Waiting): Promise<void> => {
    seat.isBusy = true;
    seat.wasHeavy = job.isHeavy;
    try {
      finish(seat, job, await run(seat, job));
    } catch (error) {
      end(seat);
      fail(job, error);
    }
    seat.isBusy = false;
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

  const removeFrom = (line: Waiting[], resolve: Waiting['resolve']): boolean => {
    const index = line.findIndex((job) => job.resolve === resolve);
    return index !== -1 && line.splice(index, 1).length > 0;
  };

  const assertRoom = (size: number): void => {
    const waiting = [...light, ...heavy].reduce((sum, job) => sum + job.size, 0);
    if (waiting > 0 && waiting + size > waitingBytes) {
      throw new MediaError('images-busy', 'Too many images are being processed');
    }
  };

  return {
    /**
     * Does `processImage` in an image process. An image that takes more than it may there, or that
     * two processes have ended over, is stored as a file.
     * @throws `images-busy` if too much waits already, `images-unavailable` if no process can be
     *   started, `aborted`, `stopped`, and what `processImage` throws
     */
    async process(job: ImageJob): Promise<ProcessedImage | undefined> {
      if (job.signal?.aborted === true) {
        throw aborted();
      }
      if (hasStopped) {
        throw stopped();
      }
      assertRoom(job.size);
      return new Promise((resolve, reject) => {
        const waiting = { isHeavy: false, hasFailed: false, isReadable: true, resolve, reject };
        light.push({ ...job, ...waiting });
        job.signal?.addEventListener('abort', () => {
          if (removeFrom(light, resolve) || removeFrom(heavy, resolve)) {
            reject(aborted());
          }
        });
        fill();
      });
    },

    /** Ends all processes. */
    stop(): void {
      hasStopped = true;
      for (const job of [...light.splice(0), ...heavy.splice(0)]) {
        job.reject(stopped());
      }
      seats.forEach(end);
    },
  };
};
