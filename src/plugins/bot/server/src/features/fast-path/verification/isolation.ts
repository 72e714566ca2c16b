/*
 * Relies on: Strapi 5.54: `db.lifecycles.run` and `eventHub.emit` are the only ways to subscribers
 * Breaks if: Strapi notifies subscribers in another way
 * Checked by: `tests/editors/the-fast-path-proves-itself.long.test.ts`
 */
import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import type { Entity } from '../../../core/database/rows/entity';
import { ScopedValue } from '../../../core/scoped-value';
import { MADE_BY_ATTRIBUTE, REVISION_ATTRIBUTE } from '../../publications';

/** Database lifecycles and events that `inIsolation` recorded instead of sending. */
export interface Notifications {
  lifecycles: string[];
  events: unknown[];
}

type Lifecycle = { params?: { data?: Entity | Entity[] } };

const isolated = new ScopedValue<Notifications>();

/** Error that rolls back a transaction after its work has succeeded. */
const FINISHED = new Error('Finished');

/**
 * Sets the columns that lifecycle hooks would set in a row. Revision and creator get constant values, so that the rows
 * of two sample documents can be compared.
 */
const completeData = (action: string, data: Entity): void => {
  const now = new Date();
  if (action.startsWith('beforeUpdate')) data.updatedAt = now;
  if (action.startsWith('beforeCreate')) {
    _.defaults(data, { createdAt: now, updatedAt: now });
    Object.assign(data, { [REVISION_ATTRIBUTE]: 'sample', [MADE_BY_ATTRIBUTE]: 'other' });
  }
};

/**
 * Runs work in a transaction that is always rolled back, and records database lifecycles and events of this work
 * instead of passing them to subscribers. Other work on the site is not affected.
 */
export const inIsolation = async <Result>(
  { db, eventHub }: Core.Strapi,
  work: (notifications: Notifications) => Promise<Result>
): Promise<Result> => {
  const { lifecycles } = db;
  const originals = { ..._.pick(eventHub, 'emit'), ..._.pick(lifecycles, 'run') };
  lifecycles.run = async (action, uid, properties, states = new Map()) => {
    const recorded = isolated.get();
    if (recorded === undefined) {
      return originals.run.call(lifecycles, action, uid, properties, states);
    }
    const { data } = (properties as Lifecycle).params ?? {};
    [data ?? []].flat().forEach((row) => completeData(action, row));
    if (!/Find|Count/.test(action)) recorded.lifecycles.push(`${action} of ${uid}`);
    return states;
  };
  eventHub.emit = async (event, ...payload) => {
    const recorded = isolated.get();
    if (recorded === undefined) return originals.emit.call(eventHub, event, ...payload);
    recorded.events.push({ [event]: payload[0] });
  };
  const results: Result[] = [];
  try {
    const recorded: Notifications = { lifecycles: [], events: [] };
    await isolated.run(recorded, () =>
      db.transaction(async () => {
        results.push(await work(recorded));
        throw FINISHED;
      })
    );
  } catch (error) {
    if (error !== FINISHED) throw error;
  } finally {
    lifecycles.run = originals.run;
    eventHub.emit = originals.emit;
  }
  return results[0];
};
