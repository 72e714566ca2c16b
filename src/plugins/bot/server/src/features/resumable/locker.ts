import { setTimeout as sleep } from 'node:timers/promises';

import type { Core } from '@strapi/strapi';
import type { Locker } from '@tus/server';

import { getIdempotencyService } from '../../core/http';
import { codeOf, protocolError } from '../../core/protocol/errors';

const MAX_WAIT_MILLISECONDS = 20_000;
const PAUSE_MILLISECONDS = 100;

/**
 * Returns the key of an upload in the table of idempotency keys. No client can send this key as an `Idempotency-Key`.
 */
const keyOf = (id: string): string => `\0resumable lock ${id}`;

/**
 * Lets only one request at a time write to an upload, on all instances. The lock is a claim in the table of idempotency
 * keys: its holder renews it, and the claim of a killed process expires after a few seconds.
 */
export const createUploadLocker = (strapi: Core.Strapi): Locker => {
  const claims = () => getIdempotencyService(strapi);
  /**
   * Functions that ask the current holder of a lock in this process to release the lock, keyed by upload. Called when
   * another request waits for the same lock.
   */
  const holders = new Map<string, () => void>();

  const take = async (id: string, signal: AbortSignal) => {
    const until = Date.now() + MAX_WAIT_MILLISECONDS;
    while (!signal.aborted && Date.now() < until) {
      try {
        const claim = await claims().claim(keyOf(id));
        if ('token' in claim) return claim;
      } catch (error) {
        if (codeOf(error) !== 'idempotency-key-in-use') throw error;
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
            // If the release fails, the claim expires by itself.
            await claims()
              .release(claim)
              .catch((error: unknown) => void strapi.log.warn(error));
          }
        },
      };
    },
  };
};
