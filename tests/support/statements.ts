import type { Site } from './site';

/** An SQL statement with its values. */
export interface Statement {
  sql: string;
  bindings: unknown[];
}

/**
 * Statements that a site sends to its database while `work` runs, including those of background workers.
 * @param isCounted called for each statement, in the asynchronous context that sends it; false leaves it out
 */
export const statementsWhile = async (
  { strapi }: Pick<Site, 'strapi'>,
  work: () => PromiseLike<unknown>,
  isCounted: () => boolean = () => true
): Promise<Statement[]> => {
  const statements: Statement[] = [];
  const note = ({ sql, bindings }: Statement) => isCounted() && statements.push({ sql, bindings });
  strapi.db.connection.on('query', note);
  try {
    await work();
  } finally {
    strapi.db.connection.off('query', note);
  }
  return statements;
};
