import type { Values } from '../../core/content-manager/fields';

import type { LocalCopy, Unsaved } from './local-copies';

/** Milliseconds between two copies of unsaved changes to the server; `PAUSE` applies after a failed copy. */
const PACE = 3_000;
const PAUSE = 15_000;

interface Server {
  read: () => Promise<Unsaved | undefined>;
  write: (changed: Values) => Promise<unknown>;
}

/**
 * Whether the server has rejected a copy of unsaved changes permanently, for example as too large. The same copy is
 * then not sent again.
 */
const isRefused = (error: unknown): boolean => {
  const status = Number(Reflect.get(Object(error), 'status'));
  return status >= 400 && status < 500 && status !== 429;
};

/**
 * Extends the browser's copy of unsaved changes with a copy on the server, so that the user finds them on another
 * computer. While the server is unreachable, or does not support copies, only the browser's copy is used.
 */
export const createRemoteCopy = (local: LocalCopy, server: Server) => {
  let waiting: Values | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the server's copy of the unsaved changes has been read. Before that, nothing overwrites the copy. */
  let isRead = false;
  /**
   * Whether a copy of unsaved changes is being sent. Copies are sent one at a time, so that an older copy cannot
   * overwrite a newer one.
   */
  let isSending = false;
  /** Whether the form was closed. A failed copy is not retried then. */
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
    /** Sends the pending copy of unsaved changes. A failure is not retried. */
    end(): void {
      isOver = true;
      flush();
    },

    /** Reads the server's copy of the unsaved changes. Returns the copy if newer than the browser's. */
    async findNewer(): Promise<Unsaved | undefined> {
      const own = local.read();
      try {
        const stored = await server.read();
        const isNewer = stored !== undefined && stored.at > (own?.at ?? '');
        // The values of a form that was just opened must not clear a copy from another computer.
        if (isNewer && Object.keys(waiting ?? {}).length === 0) waiting = undefined;
        return isNewer ? stored : undefined;
      } catch {
        return undefined;
      } finally {
        isRead = true;
        flush();
      }
    },
  };
};
