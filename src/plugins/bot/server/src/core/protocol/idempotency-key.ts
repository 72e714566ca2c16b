import { idempotencyKey } from '@fleet-bot/protocol';

import { protocolError } from './errors';

/**
 * Reads an `Idempotency-Key` header.
 * @returns undefined if there is no such header
 * @throws `idempotency-key-invalid`
 */
export const parseIdempotencyKey = (header: string | undefined): string | undefined => {
  const { success, data } = idempotencyKey.optional().safeParse(header);
  if (!success) {
    throw protocolError('idempotency-key-invalid');
  }
  return data;
};
