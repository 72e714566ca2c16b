import type { Site } from './site';

/** An SQL statement with its values. */
export interface Statement {
  sql: string;
  bindings: unknown[];
}

/** Statements that a site sends to its database while `work` runs, including those of background workers. */
export const statementsWhile = async (
  { strapi }: Pick<Site, 'strapi'>,
  work: () => PromiseLike<unknown>
): Promise<Statement[]> => {
  const statements: Statement[] = [];
  const note = ({ sql, bindings }: Statement) => statements.push({ sql, bindings });
  strapi.db.connection.on('query', note);
  try {
    await work();
  } finally {
    strapi.db.connection.off('query', note);
  }
  return statements;
};
