import { fork, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { constants, setPriority } from 'node:os';
import path from 'node:path';

import { REPORT, type FileAnswer, type FileMessage, type FileTask, type Limit } from './messages';

/** The file process ended, or could not be started, before it answered. */
export class FileProcessEnded extends Error {
  constructor(
    /** What came of it: it took more than it may, it broke, or there never was one. */
    readonly by: Limit | 'fault' | 'start',
    reason: string
  ) {
    super(`The file process ended: ${reason}`);
  }
}

/**
 * Milliseconds after which a process is stuck that has not worked in three of their seconds. One that has
 * to wait for its turn on a busy machine, where its start alone may take ten seconds, is not.
 */
const STUCK = 30_000;
/** Fewer may come of the garbage collection of a process that does nothing. */
const FEWEST_SIGNS = 3;

/** Keeps nothing of the site's secrets, and gives memory back sooner. */
const environment = (): NodeJS.ProcessEnv => {
  const { PATH, TMPDIR, TEMP, TMP, SystemRoot } = process.env;
  return { PATH, TMPDIR, TEMP, TMP, SystemRoot, MALLOC_ARENA_MAX: '2', VIPS_WARNING: '0' };
};

export interface FileChild {
  /**
   * Works on one file; not on two at a time.
   * @throws FileProcessEnded
   */
  run: (
    task: FileTask,
    limits: Pick<FileMessage, 'memoryBytes' | 'cpuSeconds' | 'plannedSeconds'>
  ) => Promise<FileAnswer>;
  kill: () => void;
}

/** Characters of what it printed that are kept, to say why it ended. */
const KEPT_OUTPUT = 2_000;

/**
 * Requests come before files on a busy machine. A system that refuses the lower priority runs the
 * process with the normal one.
 */
const yieldToSite = (pid: number | undefined): void => {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The priority stays as it is.
  }
};

const tryToFork = (programs: string): ChildProcess => {
  try {
    return fork(path.join(programs, 'file-process', 'index.js'), {
      serialization: 'advanced',
      execArgv: [],
      env: environment(),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe', 'pipe'],
    });
  } catch (error) {
    throw new FileProcessEnded('start', (error as Error).message);
  }
};

/**
 * Forks the program. Node.js reports some failures (no such file, too many processes) by an event
 * and throws others, such as a machine without memory.
 * @throws FileProcessEnded
 */
const forkProgram = (programs: string): ChildProcess => {
  const child = tryToFork(programs);
  // Where no more files can be opened, Node.js gives a process without pipes, and the error by an event.
  if ((child as Partial<ChildProcess>).stdio === undefined) {
    child.once('error', () => undefined);
    throw new FileProcessEnded('start', 'too many open files');
  }
  return child;
};

/**
 * Starts a file process.
 * @param onEnd called once, when the process has ended or could not start
 * @throws FileProcessEnded if the system cannot fork
 */
export const startChild = (programs: string, onEnd: () => void): FileChild => {
  const child = forkProgram(programs);
  yieldToSite(child.pid);
  // It must not keep a site from ending.
  child.unref();
  child.channel?.unref();
  const [, , stderr, , reports, contents] = child.stdio as (Socket | null)[];
  for (const pipe of [stderr, reports, contents]) pipe?.unref();
  // To one that has ended nothing can be sent: its end is told below.
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
  // Behind `exit`: all that it said has been read.
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
