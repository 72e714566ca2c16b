import { cursorIn } from '../http/paging';

import { createSession, PREFIX, type Session, type SessionOptions } from './session';

const isDeleted = (status: number): boolean => [200, 204, 404].includes(status);
const HEADERS = { 'If-Match': '*', 'Tus-Resumable': '1.0.0' };
/** Age in milliseconds above which a check can no longer be running. */
const LEASE = 3_600_000;

/** Whether a name was given by a check that started more than `LEASE` ago. The name contains the start in base 36. */
const isExpired = (name: string): boolean => {
  const [, begun] = new RegExp(`^${PREFIX} ([0-9a-z]{8}) `).exec(name) ?? [];
  return begun !== undefined && parseInt(begun, 36) < Date.now() - LEASE;
};

interface Listed {
  id: string;
  title?: string;
  externalId?: string | null;
  name?: string;
}

export interface CleanedUp {
  /** Items that could not be deleted, each with its id and the reason. */
  left: string[];
  /** Number of items found from killed checks. */
  expired: number;
}

/**
 * Deletes everything that a session created. Also finds items by their name, because an answer with an id may have been
 * lost, and remains of killed checks that started more than an hour ago. Reports failures and does not throw.
 */
export const cleanUp = async (
  { address, token }: SessionOptions,
  session?: Pick<Session, 'run' | 'made'>
): Promise<CleanedUp> => {
  const { request } = createSession({ address, token });
  const left: string[] = [];
  const expired = new Set<string>();

  /** Finds the ids of listed items that belong to the session or to a killed check. */
  const find = async (list: 'listPublications' | 'listMaterials', query: object) => {
    const found: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const page = { limit: '100', ...query, ...(cursor !== '' && { cursor }) };
      const { body, headers } = await request(list, { query: page });
      for (const one of Array.isArray(body) ? (body as Listed[]) : []) {
        const isOwn = session && (one.title ?? one.name)?.startsWith(session.run);
        const isOfDead = isExpired(one.externalId ?? one.name ?? '');
        if (isOwn || isOfDead) found.push(one.id);
        if (isOfDead) expired.add(one.id);
      }
      cursor = cursorIn(headers.get('link'));
    }
    return found;
  };
  const remove = async (
    operation: 'deletePublication' | 'deleteMaterial' | 'removeUpload',
    ids: Iterable<string>
  ) => {
    for (const id of new Set(ids)) {
      const { status } = await request(operation, { id, headers: HEADERS });
      if (!isDeleted(status)) left.push(`${operation} ${id} answers ${status}`);
    }
  };
  try {
    const { publications = [], materials = [], uploads = [] } = session?.made ?? {};
    const titled = await find('listPublications', { title: PREFIX });
    await remove('deletePublication', [...publications, ...titled]);
    await remove('removeUpload', uploads);
    const unused = await find('listMaterials', { attached: 'false' });
    await remove('deleteMaterial', [...materials, ...unused]);
  } catch (error) {
    left.push(`perhaps more that is named "${PREFIX} ...": ${(error as Error).message}`);
  }
  return { left, expired: expired.size };
};
