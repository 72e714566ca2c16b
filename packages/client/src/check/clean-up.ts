import { createSession, type Session, type SessionOptions } from './session';

const isGone = (status: number): boolean => status === 200 || status === 404;

/**
 * Deletes what a session has made: what it knows of, and what bears its name, as an answer may have been lost.
 * @returns what is left, each with its id
 */
export const cleanUp = async (
  { run, made }: Pick<Session, 'run' | 'made'>,
  { address, token }: SessionOptions
): Promise<string[]> => {
  const { ask } = createSession({ address, token });
  const listed = async (list: 'listPublications' | 'listMaterials', query: object) => {
    const { body } = await ask(list, { query: { limit: '100', ...query } });
    return Array.isArray(body) ? (body as { id: string; name?: string }[]) : [];
  };
  const left: string[] = [];
  const remove = async (kind: 'Publication' | 'Material', ids: Iterable<string>) => {
    for (const id of ids) {
      const { status } = await ask(`delete${kind}`, { id, headers: { 'If-Match': '*' } });
      if (!isGone(status)) left.push(`${kind.toLowerCase()} ${id}`);
    }
  };
  try {
    const named = await listed('listPublications', { title: run });
    await remove('Publication', new Set([...made.publications, ...named.map(({ id }) => id)]));
    const files = (await listed('listMaterials', {})).filter(({ name }) => name?.startsWith(run));
    await remove('Material', new Set([...made.materials, ...files.map(({ id }) => id)]));
  } catch (error) {
    left.push(`perhaps more that is named "${run} ...": ${(error as Error).message}`);
  }
  return left;
};
