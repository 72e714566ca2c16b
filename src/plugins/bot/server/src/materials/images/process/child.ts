import { fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { constants, setPriority } from 'node:os';

import { programFile } from '../../programs/program-file';

import { MEMORY_SIGNAL } from './memory-signal';
import type { ImageAnswer, ImageTask } from './messages';

/** The image process ended, or could not be started, before it answered. */
export class ImageProcessEnded extends Error {
  constructor(
    /** True if it ended itself since it took too much memory. */
    readonly tookTooMuch: boolean,
    reason: string
  ) {
    super(`The image process ended: ${reason}`);
  }
}

/** Keeps nothing of the site's secrets, and gives memory back sooner. */
const environment = (): NodeJS.ProcessEnv => {
  const { PATH, TMPDIR, TEMP, TMP, SystemRoot } = process.env;
  return { PATH, TMPDIR, TEMP, TMP, SystemRoot, MALLOC_ARENA_MAX: '2', VIPS_WARNING: '0' };
};

/** One image process, as the site sees it. */
export interface ImageChild {
  /**
   * Works on one image; not on two at a time.
   * @throws ImageProcessEnded
   */
  run: (task: ImageTask) => Promise<ImageAnswer>;
  /** Ends it at once, whatever it does. */
  kill: () => void;
}

/** Characters of what it printed that are kept, to say why it ended. */
const KEPT_OUTPUT = 2_000;

/** An image may take all the time that requests leave: on a busy machine these come first. */
const yieldToSite = (pid: number | undefined): void => {
  if (pid !== undefined) {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  }
};

/** Starts an image process. @param onEnd called once, when it has ended or could not start */
export const startImageChild = (onEnd: () => void): ImageChild => {
  const child = fork(programFile('image-process'), {
    serialization: 'advanced',
    execArgv: [],
    env: environment(),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  yieldToSite(child.pid);
  // It must not keep a site from ending.
  child.unref();
  child.channel?.unref();
  (child.stderr as Socket | null)?.unref();

  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-KEPT_OUTPUT);
  });

  let pending:
    { resolve: (answer: ImageAnswer) => void; reject: (error: Error) => void } | undefined;
  let hasEnded = false;
  const end = (tookTooMuch: boolean, reason: string): void => {
    pending?.reject(new ImageProcessEnded(tookTooMuch, reason));
    pending = undefined;
    if (!hasEnded) {
      hasEnded = true;
      onEnd();
    }
  };
  child.once('error', ({ message }) => end(false, message));
  child.once('exit', (code, signal) =>
    end(signal === MEMORY_SIGNAL, `${signal ?? `code ${String(code)}`} ${output}`.trim())
  );
  child.on('message', (answer: ImageAnswer) => {
    child.channel?.unref();
    pending?.resolve(answer);
    pending = undefined;
  });

  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        pending = { resolve, reject };
        child.channel?.ref();
        child.send(task, (error) => {
          if (error !== null) {
            end(false, error.message);
          }
        });
      }),
    kill: () => void child.kill('SIGKILL'),
  };
};
