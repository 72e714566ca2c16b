import { damageOf, readState, type Select, type State } from './audit';
import type { Site } from './site';

/** Reads what the database and the uploads folder of a running site hold. */
export const stateOf = (site: Site): Promise<State> => {
  const select: Select = async <Row>(sql: string): Promise<Row[]> => {
    const result: unknown = await site.strapi.db.connection.raw(sql);
    return (Array.isArray(result) ? result : Reflect.get(Object(result), 'rows')) as Row[];
  };
  return readState(select, site.uploadsDir);
};

/** Expects what must be true of a site at rest, whatever was done to it. Returns what it holds. */
export const expectNoDamage = async (site: Site): Promise<State> => {
  const state = await stateOf(site);
  expect(damageOf(state)).toEqual([]);
  return state;
};
