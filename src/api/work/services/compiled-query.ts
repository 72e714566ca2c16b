import type { Core } from '@strapi/strapi';

import type { Value } from './linked';

type Connection = Core.Strapi['db']['connection'];
type Query = ReturnType<Connection>;

/** Rows of a raw SELECT, which each database driver wraps differently. */
export const rowsOf = <Row>(result: unknown): Row[] => {
  const rows: unknown = Reflect.get(Object(result), 'rows') ?? result;
  return (Array.isArray(rows) && Array.isArray(rows[0]) ? rows[0] : rows) as Row[];
};

/**
 * Creates a query for page views. The SQL is built at the first call and reused, because building it takes longer than
 * running it.
 * @param build builds the query; `place` returns the placeholder for a named value
 */
export const createCompiledQuery = <Values extends Record<string, string | number | Date>, Row>(
  strapi: Core.Strapi,
  build: (place: <Name extends keyof Values & string>(name: Name) => Value<Values[Name]>) => Query
): ((values: Values) => Promise<Row[]>) => {
  let sql: string | undefined;
  return async (values) => {
    const { connection } = strapi.db;
    sql ??= build((name) => connection.raw(`:${name}`)).toQuery();
    return rowsOf<Row>(await connection.raw(sql, values));
  };
};
