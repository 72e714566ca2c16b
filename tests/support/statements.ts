import type { Site } from './site';

/** What a database was asked. */
export interface Statement {
  sql: string;
  bindings: unknown[];
}

/** The statements that a site gives to its database while `work` runs, those of its workers too. */
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
