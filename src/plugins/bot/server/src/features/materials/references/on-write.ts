import type { Core, UID } from '@strapi/strapi';

import { knexOf, tableOf } from '../../../core/database/connection';

import { getFileReferenceService, mayHoldAddresses } from './references';
import { getFileReferenceScanService } from './scan';
import { textAttributes, type Text } from './text-attributes';

type Data = Record<string, Text>;

/** Data that a `before` lifecycle passes to its `after` lifecycle. */
type State = {
  /** The highest row id before a bulk insert. */
  lastId?: number;
  /** Ids of the rows to be updated. */
  ids?: number[];
};

/** Texts of rows before an update, keyed by the update's parameters. */
const previousTexts = new WeakMap<object, Data>();

/**
 * Passes the previous texts of a row to the update hooks, if the writer knows them. If no text can contain an
 * address, the hooks skip the search for old references.
 * @param params the same object that the lifecycles of the update receive
 */
export const setPreviousTexts = (params: object, row: Data): void => {
  previousTexts.set(params, row);
};

/**
 * Updates the table of references from texts to files at every write through Strapi's query engine, by the document
 * service, the panel or other plugins. Runs in the transaction of the write, if there is one.
 */
export const referOnWrite = (strapi: Core.Strapi): void => {
  const attributes = textAttributes(strapi);
  const references = () => getFileReferenceService(strapi);
  const scan = () => getFileReferenceScanService(strapi);

  const textsIn = (uid: string, data: Data): Text[] =>
    (attributes.get(uid) ?? []).map((name) => data[name]);

  const touchesTexts = (uid: string, data: Data): boolean =>
    (attributes.get(uid) ?? []).some((name) => name in data);

  /**
   * Whether a written entity contains all text attributes. False if the caller of the write selected only some
   * attributes.
   */
  const hasAllTexts = (uid: string, entity: Data): boolean =>
    (attributes.get(uid) ?? []).every((name) => name in entity);

  const lastId = async (uid: UID.Schema): Promise<number> => {
    const row: { id: number } | undefined = await knexOf(strapi)(tableOf(strapi, uid))
      .orderBy('id', 'desc')
      .first('id');
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

    /** Reads the inserted rows again after a bulk insert, because not every database returns their ids. */
    async afterCreateMany({ model: { uid }, state }) {
      const { lastId: before }: State = state;
      if (before !== undefined) {
        await scan().rowsAfter(uid, before);
      }
    },

    async afterUpdate({ model: { uid }, params, result }) {
      if (!result || !touchesTexts(uid, params.data)) return;
      const before = previousTexts.get(params);
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
      if (!result) return;
      if (!hasAllTexts(uid, result) || mayHoldAddresses(textsIn(uid, result))) {
        await references().forget(uid, [result.id]);
      }
    },

    async afterDeleteMany({ model: { uid } }) {
      await references().deleteOrphans(uid);
    },
  });
};
