import type { Core, UID } from '@strapi/strapi';

import { query, tableOf } from '../../../core/database/connection';

import { getFileReferenceService, mayHoldAddresses } from './references';
import { getFileReferenceScanService } from './scan';
import { textAttributes, type Text } from './text-attributes';

type Data = Record<string, Text>;

/** What one lifecycle hands to the next. */
type State = {
  /** The last row before many were created. */
  lastId?: number;
  /** The rows that are about to be updated. */
  ids?: number[];
};

/** The texts of rows before they are updated, by the parameters of the update. */
const textsBefore = new WeakMap<object, Data>();

/**
 * Says what a row holds that is about to be updated, as far as its writer knows it: if no text of it
 * can hold an address, nothing is looked for that would have to be forgotten.
 * @param params those that its lifecycles get
 */
export const tellTextsBefore = (params: object, row: Data): void => {
  textsBefore.set(params, row);
};

/**
 * Keeps the references from texts in step with every write by whomever through Strapi's query
 * engine: document service, panel, other plugins. In the transaction of the write, if it has one.
 */
export const referOnWrite = (strapi: Core.Strapi): void => {
  const attributes = textAttributes(strapi);
  const references = () => getFileReferenceService(strapi);
  const scan = () => getFileReferenceScanService(strapi);

  const textsIn = (uid: string, data: Data): Text[] =>
    (attributes.get(uid) ?? []).map((name) => data[name]);

  const touchesTexts = (uid: string, data: Data): boolean =>
    (attributes.get(uid) ?? []).some((name) => name in data);

  /** Not if a caller has asked for some of the attributes only. */
  const hasAllTexts = (uid: string, entity: Data): boolean =>
    (attributes.get(uid) ?? []).every((name) => name in entity);

  const lastId = async (uid: UID.Schema): Promise<number> => {
    const row: { id: number } | undefined = await query(strapi, (knex) =>
      knex(tableOf(strapi, uid)).orderBy('id', 'desc').first('id')
    );
    return row?.id ?? 0;
  };

  strapi.db.lifecycles.subscribe({
    models: [...attributes.keys()],

    async afterCreate({ model: { uid }, params, result }) {
      await references().add([{ uid, id: result.id, texts: textsIn(uid, params.data) }]);
    },

    async beforeCreateMany(event) {
      const { uid } = event.model;
      const some: Data[] = [event.params.data].flat();
      if (some.some((data) => mayHoldAddresses(textsIn(uid, data)))) {
        event.state = { lastId: await lastId(uid as UID.Schema) } satisfies State;
      }
    },

    /** Not every database tells the ids of many new rows. */
    async afterCreateMany({ model: { uid }, state }) {
      const { lastId: before }: State = state;
      if (before !== undefined) {
        await scan().rowsAfter(uid, before);
      }
    },

    async afterUpdate({ model: { uid }, params, result }) {
      if (!result || !touchesTexts(uid, params.data)) {
        return;
      }
      const before = textsBefore.get(params);
      if (before !== undefined && !mayHoldAddresses(textsIn(uid, before))) {
        await references().add([{ uid, id: result.id, texts: textsIn(uid, result) }]);
      } else if (hasAllTexts(uid, result)) {
        await references().replace(uid, [{ uid, id: result.id, texts: textsIn(uid, result) }]);
      } else {
        await scan().rows(uid, [result.id]);
      }
    },

    async beforeUpdateMany(event) {
      const { uid } = event.model;
      if (touchesTexts(uid, event.params.data)) {
        const found: { id: number }[] = await strapi.db
          .query(uid)
          .findMany({ select: ['id'], where: event.params.where });
        event.state = { ids: found.map(({ id }) => id) } satisfies State;
      }
    },

    async afterUpdateMany({ model: { uid }, state }) {
      const { ids = [] }: State = state;
      await scan().rows(uid, ids);
    },

    async afterDelete({ model: { uid }, result }) {
      if (!result) {
        return;
      }
      if (!hasAllTexts(uid, result) || mayHoldAddresses(textsIn(uid, result))) {
        await references().forget(uid, [result.id]);
      }
    },

    async afterDeleteMany({ model: { uid } }) {
      await references().forgetGone(uid);
    },
  });
};
