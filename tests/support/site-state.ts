import { damageOf, readState, type Select, type State } from './audit';
import type { Site } from './site';

/** Reads the content of a running site's database and uploads folder. */
export const stateOf = (site: Site): Promise<State> => {
  const select: Select = async <Row>(sql: string): Promise<Row[]> => {
    const result: unknown = await site.strapi.db.connection.raw(sql);
    return (Array.isArray(result) ? result : Reflect.get(Object(result), 'rows')) as Row[];
  };
  return readState(select, site.uploadsDir);
};

/** Expects that an idle site violates no invariant. Returns its content. */
export const expectNoDamage = async (site: Site): Promise<State> => {
  const state = await stateOf(site);
  expect(damageOf(state)).toEqual([]);
  return state;
};
