import { idsOf } from './rule';
import { createSession, type Session, type SessionOptions } from './session';

const isGone = (status: number): boolean => [200, 204, 404].includes(status);
const HEADERS = { 'If-Match': '*', 'Tus-Resumable': '1.0.0' };

/**
 * Deletes what a session has made: what it knows of, and what bears its name, as an answer may have been lost.
 * @returns what is left, each with its id
 */
export const cleanUp = async (
  { run, made }: Pick<Session, 'run' | 'made'>,
  { address, token }: SessionOptions
): Promise<string[]> => {
  const { ask } = createSession({ address, token });
  const named = async (list: 'listPublications' | 'listMaterials', query: object) => {
    const { body } = await ask(list, { query: { limit: '100', ...query } });
    const all = Array.isArray(body)
      ? (body as { id: string; title?: string; name?: string }[])
      : [];
    return all.filter(({ title, name }) => (title ?? name)?.startsWith(run));
  };
  const left: string[] = [];
  const remove = async (
    operation: 'deletePublication' | 'deleteMaterial' | 'removeUpload',
    known: Set<string>,
    others: { id: string }[] = []
  ) => {
    for (const id of new Set([...known, ...idsOf(others)])) {
      const { status } = await ask(operation, { id, headers: HEADERS });
      if (!isGone(status)) left.push(`${operation} ${id} answers ${status}`);
    }
  };
  try {
    const titled = await named('listPublications', { title: run });
    await remove('deletePublication', made.publications, titled);
    await remove('removeUpload', made.uploads);
    await remove('deleteMaterial', made.materials, await named('listMaterials', {}));
  } catch (error) {
    left.push(`perhaps more that is named "${run} ...": ${(error as Error).message}`);
  }
  return left;
};
