import type { Core } from '@strapi/strapi';

import type { Value } from './linked';

type Connection = Core.Strapi['db']['connection'];
type Query = ReturnType<Connection>;

/** The rows of a raw SELECT, which each driver wraps in its own way. */
export const rowsOf = <Row>(result: unknown): Row[] => {
  const rows: unknown = Reflect.get(Object(result), 'rows') ?? result;
  return (Array.isArray(rows) && Array.isArray(rows[0]) ? rows[0] : rows) as Row[];
};

/**
 * A query that is asked with each view of a page: it is put into SQL once, which takes longer than
 * the database does.
 * @param build the query; `place` says where a value stands in it, by its name
 */
export const createCompiled = <Values extends Record<string, string | number | Date>, Row>(
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
