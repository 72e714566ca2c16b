import type { Core, UID } from '@strapi/strapi';
import _ from 'lodash';

import { botConfig } from '../../../core/config';
import { knexOf, tableOf } from '../../../core/database/connection';
import { columnsOf, newDocumentId, type Entity } from '../../../core/database/rows/entity';
import { linkTablesOf } from '../../../core/database/rows/links';
import { collectCommitCallbacks } from '../../../core/strapi/database/commit-callbacks';
import type { Write } from '../../../core/writes/phases';
import { createPublicationStatus, STATUS_ATTRIBUTE } from '../../publications';
import { getDocumentWriter } from '../document-writer';

import { inIsolation, type Notifications } from './isolation';
import { createSamples } from './samples';
import { strapisDocuments } from './strapis-documents';

/**
 * Observations after one step, such as `publish`, in the life of a sample document: rows by table, answers, lifecycles
 * and events.
 */
export type Step = Record<string, unknown[]> & { action: [string] };

const STEPS = [
  'create',
  'update',
  'publish',
  'update',
  'publish',
  'unpublish',
  'publish',
  'delete',
];

/**
 * Replaces IDs and times in a value by the name of their JavaScript type, because they differ between two documents.
 */
const withoutIds = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, inner: unknown) =>
      inner !== null && /(^i|I|_i)d$|(At|_at)$/.test(key) ? typeof inner : inner
    )
  );

/** Creates a function that reads the rows of one document, its links and all records linked to it so far, by table. */
const createRowReader = (strapi: Core.Strapi, uid: UID.ContentType) => {
  const links = linkTablesOf(strapi, uid);
  const seen = new Map<string, Set<unknown>>();

  const read = async (table: string, column: string, values: unknown[]): Promise<Entity[]> => {
    const rows: Entity[] = await knexOf(strapi)(table)
      .whereIn(column, values as string[])
      .orderBy('id');
    return rows;
  };
  const note = (table: string, ids: unknown[]): unknown[] => {
    seen.set(table, new Set([...(seen.get(table) ?? []), ...ids]));
    return [...(seen.get(table) ?? [])];
  };

  return async (documentId: string): Promise<Record<string, Entity[]>> => {
    const own = tableOf(strapi, uid);
    const found = { [own]: await read(own, 'document_id', [documentId]) };
    const entries = note(own, _.map(found[own], 'id'));
    for (const { table, owner, other, target, kind } of links) {
      const linked = await read(table, owner, entries);
      // The table of file links is shared with other types.
      found[table] = linked.filter(({ related_type: type = uid }) => type === uid);
      const ofTarget = linked.filter(
        ({ component_type: type = target }) => kind !== 'media' && type === target
      );
      const targets = tableOf(strapi, target);
      if (kind !== 'media') {
        found[targets] = await read(targets, 'id', note(targets, _.map(ofTarget, other)));
      }
    }
    return found;
  };
};

/** Sorts values, because Strapi deletes the versions of a document concurrently, in any order. */
const sorted = (values: unknown[]): unknown[] =>
  _.sortBy(withoutIds(values) as unknown[], (value) => JSON.stringify(value));

/**
 * Creates a function that writes a sample document step by step, with Strapi alone or with the fast path, and returns
 * the observations after each step. All writes are rolled back, see `isolation.ts`.
 */
export const createSampleLife = (strapi: Core.Strapi) => {
  const { contentType: uid } = botConfig(strapi);
  const documents = strapisDocuments(strapi, uid);
  const samples = createSamples(strapi);
  // The status is set after the write, so that answers may contain the old one.
  const columns = columnsOf(strapi, uid).filter(
    ({ name, type }) => type !== 'relation' && name !== STATUS_ATTRIBUTE
  );
  const names = columns.map(({ name }) => name);
  const status = createPublicationStatus(strapi);

  const answer = async (write: Write, isFast: boolean): Promise<unknown> => {
    const { action, params } = write;
    const writer = getDocumentWriter(strapi) as Partial<typeof documents>;
    const byFastPath = isFast ? await writer[action]?.(params) : undefined;
    return byFastPath ?? documents[action](params);
  };

  /** Performs a write, updates the publication status and emits events, without other features of the plugin. */
  const perform = async (write: Write, isFast: boolean): Promise<unknown> => {
    await status.complete?.(write);
    const after = await status.record?.(write);
    const callbacks: (() => unknown)[] = [];
    const result = await collectCommitCallbacks(callbacks, () => answer(write, isFast));
    await after?.(result);
    for (const callback of callbacks) await callback();
    return result;
  };

  const live = async (
    notifications: Notifications,
    unique: string,
    isFast: boolean
  ): Promise<Step[]> => {
    const rowsOf = createRowReader(strapi, uid);
    const related = await samples.insertRelated();
    const steps: Step[] = [];
    let documentId = '';
    for (const action of STEPS as Write['action'][]) {
      const params =
        action === 'create'
          ? { data: samples.created(related, unique) }
          : {
              documentId,
              ...(action === 'update' && { data: samples.changed(related, unique) }),
              // Populated like the panel's request, so that the event contains files.
              ...(action === 'unpublish' && { populate: '*' }),
            };
      notifications.lifecycles.length = 0;
      notifications.events.length = 0;
      const result = await perform({ action, params }, isFast).catch((error: Error) => {
        if (action !== 'create' && error.name === 'ValidationError') return [error.message];
        throw error;
      });
      documentId ||= String(Reflect.get(Object(result), 'documentId'));
      const entries = (Reflect.get(Object(result), 'entries') as unknown[] | undefined) ?? [result];
      steps.push({
        action: [action],
        ...(withoutIds(await rowsOf(documentId)) as Record<string, unknown[]>),
        answers: sorted(entries.map((entry) => _.pick(entry, names))),
        lifecycles: sorted(notifications.lifecycles),
        events: sorted(notifications.events),
      });
    }
    return steps;
  };

  return (unique: string, isFast: boolean): Promise<Step[]> =>
    inIsolation(strapi, (notifications) => live(notifications, unique, isFast));
};

/** The first difference between two values, as a path of names; undefined if they are equal. */
const pathToDifference = (one: unknown, other: unknown): string[] | undefined => {
  if (_.isEqual(one, other)) return undefined;
  if (!_.isObject(one) || !_.isObject(other)) return [];
  for (const key of _.union(Object.keys(one), Object.keys(other))) {
    const inner = pathToDifference(Reflect.get(one, key), Reflect.get(other, key));
    if (inner !== undefined) return [...(/^\d+$/.test(key) ? [] : [key]), ...inner];
  }
  return [];
};

/**
 * Writes one sample document with Strapi alone and one with the fast path, and compares the results of each step.
 * @returns the first difference, for example `works.summary (publish)`; null if there is none
 */
export const compareWays = async (strapi: Core.Strapi): Promise<string | null> => {
  const live = createSampleLife(strapi);
  const unique = newDocumentId();
  const ofStrapi = await live(unique, false);
  const ofTheFastPath = await live(unique, true);
  for (const [index, step] of ofStrapi.entries()) {
    const path = pathToDifference(step, ofTheFastPath[index]);
    if (path !== undefined) return `${path.join('.')} (${step.action[0]})`;
  }
  return null;
};
