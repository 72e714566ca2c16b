import type { Core } from '@strapi/strapi';

type Knex = Core.Strapi['db']['connection'];

/** Runs statements that change tables, all or none of them where the database can do that: MySQL commits each. */
export const runStatements = async (strapi: Core.Strapi, statements: string[]): Promise<void> => {
  const knex = strapi.db.connection;
  const run = async (connection: Pick<Knex, 'raw'>): Promise<void> => {
    for (const statement of statements) await connection.raw(statement);
  };
  await (strapi.db.dialect.client === 'mysql' ? run(knex) : knex.transaction(run));
};
