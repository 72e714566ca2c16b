import { setTimeout as sleep } from 'node:timers/promises';

import type { Core } from '@strapi/strapi';
import type { Locker } from '@tus/server';

import { getIdempotencyService } from '../../core/http';
import { codeOf, protocolError } from '../../core/protocol/errors';

const PATIENCE_MILLISECONDS = 20_000;
const PAUSE_MILLISECONDS = 100;

/** What no client can send as an `Idempotency-Key`. */
const keyOf = (id: string): string => `\0resumable lock ${id}`;

/**
 * One request at a time writes to an upload, on however many instances. The lock is a claim of the
 * table of idempotency keys: whoever holds it renews it, and that of a process that was killed is
 * free after a few seconds.
 */
export const createUploadLocker = (strapi: Core.Strapi): Locker => {
  const claims = () => getIdempotencyService(strapi);
  /** Asks the request that holds a lock in this process to end: its client has begun another one. */
  const holders = new Map<string, () => void>();

  const take = async (id: string, signal: AbortSignal) => {
    const until = Date.now() + PATIENCE_MILLISECONDS;
    while (!signal.aborted && Date.now() < until) {
      try {
        const claim = await claims().claim(keyOf(id));
        if ('token' in claim) {
          return claim;
        }
      } catch (error) {
        if (codeOf(error) !== 'idempotency-key-in-use') {
          throw error;
        }
      }
      holders.get(id)?.();
      await sleep(PAUSE_MILLISECONDS);
    }
    throw protocolError('upload-in-use');
  };

  return {
    newLock(id) {
      let claim: Awaited<ReturnType<typeof take>> | undefined;
      return {
        async lock(signal, requestRelease) {
          claim = await take(id, signal);
          holders.set(id, () => void requestRelease());
        },
        async unlock() {
          holders.delete(id);
          if (claim !== undefined) {
            // Should this fail, the claim expires by itself.
            await claims()
              .release(claim)
              .catch((error: unknown) => void strapi.log.warn(error));
          }
        },
      };
    },
  };
};
