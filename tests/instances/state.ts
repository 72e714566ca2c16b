import { damageOf, readState, type Select, type State } from '../support/audit';
import type { ObjectStorage } from '../support/object-storage';
import type { ServerProcess } from '../support/server-process';

/** Database and bucket of several instances. */
export interface Stores {
  select: Select;
  storage: ObjectStorage;
  /** Any instance of the site; its own uploads folder must stay empty. */
  server: ServerProcess;
}

/** Reads the rows in the database and the objects in the bucket. */
export const stateOf = async ({ select, storage, server }: Stores): Promise<State> => {
  const state = await readState(select, server.uploadsDir);
  expect([...state.objects.keys()]).toEqual([]);
  return { ...state, objects: await storage.sizes() };
};

/** Checks all conditions that must hold without load. Returns the data of database and bucket. */
export const expectNoDamage = async (stores: Stores): Promise<State> => {
  const state = await stateOf(stores);
  expect(damageOf(state)).toEqual([]);
  return state;
};
