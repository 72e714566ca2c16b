import { damageOf, readState, type Select, type State } from '../support/audit';
import type { ObjectStorage } from '../support/object-storage';
import type { ServerProcess } from '../support/server-process';

/** Where several instances keep their state. */
export interface Stores {
  select: Select;
  storage: ObjectStorage;
  /** Any of the instances: nothing may be in its own uploads folder. */
  server: ServerProcess;
}

/** Reads what the database and the bucket hold. */
export const stateOf = async ({ select, storage, server }: Stores): Promise<State> => {
  const state = await readState(select, server.uploadsDir);
  expect([...state.objects.keys()]).toEqual([]);
  return { ...state, objects: await storage.sizes() };
};

/** Expects what must be true at rest, whatever was done. Returns what database and bucket hold. */
export const expectNoDamage = async (stores: Stores): Promise<State> => {
  const state = await stateOf(stores);
  expect(damageOf(state)).toEqual([]);
  return state;
};
