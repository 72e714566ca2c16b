import { createClient } from '../client';
import type { BotError } from '../http/errors';

import { PREFIX, type Session, type SessionOptions } from './session';

const HEADERS = { 'If-Match': '*', 'Tus-Resumable': '1.0.0' };
/** Age in milliseconds above which a check can no longer be running. */
const LEASE = 3_600_000;

/** Whether a name has the start time (in base 36) of a check that started more than an hour (`LEASE`) ago. */
const isExpired = (name: string): boolean => {
  const [, begun] = new RegExp(`^${PREFIX} ([0-9a-z]{8}) `).exec(name) ?? [];
  return begun !== undefined && parseInt(begun, 36) < Date.now() - LEASE;
};

interface Listed {
  id: string;
  title?: string;
  name?: string;
  externalId?: string | null;
}

export interface CleanedUp {
  /** Items that could not be deleted, each with its id and the reason. */
  left: string[];
  /** Number of items on the site that killed checks had created and the cleanup found. */
  expired: number;
}

/**
 * Deletes everything that a session created, and everything left by killed checks that started more than an hour ago.
 * Also finds items by their name, because an answer with an id may have been lost. Reports failures in `left` and does
 * not throw.
 */
export const cleanUp = async (
  { address, token }: SessionOptions,
  { run, made }: Partial<Pick<Session, 'run' | 'made'>> = {}
): Promise<CleanedUp> => {
  // A short limit, because a cleanup sends many requests.
  const client = createClient({ address, token, patience: { within: 10_000 } });
  const { call, publications, materials } = client;
  const left: string[] = [];
  let expired = 0;

  /** Ids of listed items of this session and of killed checks. Counts the items of killed checks. */
  const find = async (items: AsyncIterable<Listed>) => {
    const found: string[] = [];
    for await (const { id, title = '', name = title, externalId = name } of items) {
      const isOfDead = isExpired(externalId ?? '');
      if (isOfDead) expired += 1;
      if (isOfDead || (run !== undefined && name.startsWith(run))) found.push(id);
    }
    return found;
  };
  const remove = async (
    operation: 'deletePublication' | 'deleteMaterial' | 'removeUpload',
    ids: Iterable<string>
  ) => {
    for (const id of new Set(ids)) {
      await call(operation, { id, headers: HEADERS }).catch((error: BotError) => {
        // A site that does not answer one request gets no others.
        if (error.status === 0) throw error;
        if (error.status !== 404) left.push(`${operation} ${id} answers ${error.status}`);
      });
    }
  };
  try {
    const titled = await find(publications.list({ title: PREFIX, limit: 100 }));
    await remove('deletePublication', [...(made?.publications ?? []), ...titled]);
    await remove('removeUpload', made?.uploads ?? []);
    const unused = await find(materials.list({ attached: false, limit: 100 }));
    await remove('deleteMaterial', [...(made?.materials ?? []), ...unused]);
  } catch (error) {
    left.push(`perhaps more that is named "${PREFIX} ...": ${(error as Error).message}`);
  }
  return { left, expired };
};
