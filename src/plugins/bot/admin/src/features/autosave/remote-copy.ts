import type { Values } from '../../core/content-manager/fields';

import type { LocalCopy, Unsaved } from './local-copies';

/** Milliseconds between two copies on the server, and after one that it did not take. */
const PACE = 3_000;
const PAUSE = 15_000;

interface Server {
  read: () => Promise<Unsaved | undefined>;
  write: (changed: Values) => Promise<unknown>;
}

/** Whether the server will never take it, as a text that is too large; what is typed next may be another case. */
const isRefused = (error: unknown): boolean => {
  const status = Number(Reflect.get(Object(error), 'status'));
  return status >= 400 && status < 500 && status !== 429;
};

/**
 * Keeps on the server too what a copy in the browser keeps, so that the person finds it on another computer. While the
 * server is away, or does not know of copies, there is the one in the browser.
 */
export const createRemoteCopy = (local: LocalCopy, server: Server) => {
  let waiting: Values | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Until it is known what the server has, nothing is written over it. */
  let isRead = false;
  /** One after the other: an earlier text must not come behind a later one. */
  let isSending = false;
  /** The form is gone: what it held must not come back later. */
  let isOver = false;

  const later = (changed: Values, pause: number): void => {
    waiting = changed;
    timer ??= setTimeout(flush, pause);
  };
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting === undefined || !isRead || isSending) return;
    const sent = waiting;
    waiting = undefined;
    isSending = true;
    void server
      .write(sent)
      .catch((error: unknown) => {
        if (waiting === undefined && !isOver && !isRefused(error)) later(sent, PAUSE);
      })
      .finally(() => {
        isSending = false;
        if (timer === undefined) flush();
      });
  };

  return {
    ...local,
    write(changed: Values): Unsaved {
      isOver = false;
      later(changed, PACE);
      return local.write(changed);
    },
    remove(): void {
      local.remove();
      waiting = {};
      flush();
    },
    /** Sends what waits, for the last time. */
    end(): void {
      isOver = true;
      flush();
    },

    /** What the server has that is newer than what the browser has. */
    async findNewer(): Promise<Unsaved | undefined> {
      const own = local.read();
      try {
        const kept = await server.read();
        const isNewer = kept !== undefined && kept.at > (own?.at ?? '');
        // What the form held when it was opened says nothing about a copy of another computer.
        if (isNewer && Object.keys(waiting ?? {}).length === 0) waiting = undefined;
        isRead = true;
        flush();
        return isNewer ? kept : undefined;
      } catch {
        isRead = true;
        return undefined;
      }
    },
  };
};
