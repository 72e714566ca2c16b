import { fork, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { constants, setPriority } from 'node:os';
import path from 'node:path';

import { REPORT, type FileAnswer, type FileMessage, type FileTask, type Limit } from './messages';

/** Error for a file process that ended before it answered, or could not be started. */
export class FileProcessEnded extends Error {
  constructor(
    /** Reason why the file process ended: an exceeded limit, a crash, or a failed start. */
    readonly by: Limit | 'fault' | 'start',
    reason: string
  ) {
    super(`The file process ended: ${reason}`);
  }
}

/**
 * Interval in milliseconds for detecting a stuck process: a process that uses the CPU in fewer than three seconds of
 * the interval is killed. The interval is long, because on a busy machine a process waits for CPU time, and its start
 * alone may take ten seconds.
 */
const STUCK = 30_000;
/**
 * Minimum number of activity signs per interval; a process with fewer is stuck. The file process writes a sign for each
 * second in which it uses the CPU. Garbage collection alone also causes signs, but fewer than this.
 */
const FEWEST_SIGNS = 3;

/** Environment variables of the child process for files: settings that free memory sooner, and no secrets of the site. */
const environment = (): NodeJS.ProcessEnv => {
  const { PATH, TMPDIR, TEMP, TMP, SystemRoot } = process.env;
  return { PATH, TMPDIR, TEMP, TMP, SystemRoot, MALLOC_ARENA_MAX: '2', VIPS_WARNING: '0' };
};

export interface FileChild {
  /** Processes one file. Calls must not overlap. @throws FileProcessEnded */
  run: (
    task: FileTask,
    limits: Pick<FileMessage, 'memoryBytes' | 'cpuSeconds' | 'plannedSeconds'>
  ) => Promise<FileAnswer>;
  kill: () => void;
}

/** Number of characters of stderr that are kept for error messages. */
const KEPT_OUTPUT = 2_000;

/**
 * Lowers the priority of the file process, so that requests come first on a busy machine. Keeps the normal priority if
 * the system refuses.
 */
const yieldToSite = (pid: number | undefined): void => {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A refused change of priority is harmless.
  }
};

/**
 * Starts the program that processes files, as a child process. Node.js emits an event for some failures (missing file,
 * too many processes) and throws for others (not enough memory).
 * @throws FileProcessEnded
 */
const forkProgram = (programs: string): ChildProcess => {
  try {
    const child = fork(path.join(programs, 'file-process', 'index.js'), {
      serialization: 'advanced',
      execArgv: [],
      env: environment(),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe', 'pipe'],
    });
    // Node.js returns a process without pipes if no file descriptors are free, and emits the error later.
    if ((child as Partial<ChildProcess>).stdio === undefined) {
      child.once('error', () => undefined);
      throw new Error('too many open files');
    }
    return child;
  } catch (error) {
    throw new FileProcessEnded('start', (error as Error).message);
  }
};

/**
 * Starts a file process.
 * @param programs folder with the bundled programs
 * @param onEnd called once, when the process has ended or could not start
 * @throws FileProcessEnded if the system cannot fork
 */
export const startChild = (programs: string, onEnd: () => void): FileChild => {
  const child = forkProgram(programs);
  yieldToSite(child.pid);
  // The child must not prevent the site from exiting.
  child.unref();
  child.channel?.unref();
  const [, , stderr, , reports, contents] = child.stdio as (Socket | null)[];
  for (const pipe of [stderr, reports, contents]) pipe?.unref();
  // Writing to an ended process fails. The `close` event below reports its end.
  contents?.on('error', () => undefined);

  let output = '';
  let limit = '';
  let signs = 0;
  reports?.on('data', (chunk: Buffer) => {
    const report = chunk.toString();
    const other = report.replaceAll(REPORT.sign, '');
    signs += report.length - other.length;
    limit += other;
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-KEPT_OUTPUT);
  });

  let pending:
    { resolve: (answer: FileAnswer) => void; reject: (error: Error) => void } | undefined;
  let watching: NodeJS.Timeout | undefined;
  let hasEnded = false;
  const end = (by: FileProcessEnded['by'], reason: string): void => {
    clearInterval(watching);
    pending?.reject(new FileProcessEnded(by, reason));
    pending = undefined;
    if (!hasEnded) {
      hasEnded = true;
      onEnd();
    }
  };
  child.once('error', ({ message }) => end('start', message));
  // The event `close` comes after `exit`, when all output has been read.
  child.once('close', (code, signal) => {
    const by = limit === 'memory' || limit === 'time' ? limit : 'fault';
    end(by, `${limit} ${signal ?? `code ${String(code)}`} ${output}`.trim());
  });
  child.on('message', (answer: FileAnswer) => {
    clearInterval(watching);
    child.channel?.unref();
    pending?.resolve(answer);
    pending = undefined;
  });
  const kill = (): void => void child.kill('SIGKILL');
  const killIfStuck = (): void => {
    if (signs < FEWEST_SIGNS) {
      kill();
    }
    signs = 0;
  };

  return {
    run: ({ content, size, ...question }, limits) =>
      new Promise((resolve, reject) => {
        pending = { resolve, reject };
        watching = setInterval(killIfStuck, STUCK).unref();
        child.channel?.ref();
        const path = typeof content === 'string' ? content : undefined;
        const message: FileMessage = { question, path, size, ...limits };
        child.send(message, (error) => {
          if (error !== null) {
            end('fault', error.message);
          }
        });
        if (path === undefined) contents?.write(content);
      }),
    kill,
  };
};
