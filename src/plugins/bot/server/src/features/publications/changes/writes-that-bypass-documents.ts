import type { ChangeEvent } from '@fleet-bot/protocol';
import type { Core, UID } from '@strapi/strapi';
import _ from 'lodash';

import { getChangeRecorderService } from '../../changes';
import { FILE_UID } from '../../../core/constants';
import { documentIds } from '../../../core/database/rows/entity';

import { attachedTo } from '../status/revision';

import { changeOf, createRemains, type Told } from './events';
import { isWrittenAsDocument } from './writes';

interface Row {
  documentId: string;
}

/** What one lifecycle hands to the next. */
interface State {
  /** What rows told that are about to be updated or deleted, by document. */
  documents?: Map<string, Told>;
}

/**
 * Writes down what is done to rows of publications past Strapi's document service, with
 * `strapi.db.query`: by code of the site, and by Strapi itself when it removes a locale. The document
 * service uses the same lifecycles; of what it does the document middleware tells.
 */
export const recordWritesThatBypassDocuments = (strapi: Core.Strapi, uid: UID.Schema): void => {
  const remains = createRemains(strapi);
  const newId = documentIds(strapi, uid);

  const record = async (event: ChangeEvent, documents: Iterable<[string, Told]>): Promise<void> => {
    const changes = [...documents].map(([documentId, told]) => changeOf(event, documentId, told));
    await getChangeRecorderService(strapi).record(changes);
  };

  /** What the row of an event stands for, unless the document service writes it. */
  const rowIn = async (result: unknown): Promise<[string, Told] | undefined> => {
    const documentId: unknown = Reflect.get(Object(result), 'documentId');
    return typeof documentId !== 'string' || isWrittenAsDocument(documentId)
      ? undefined
      : [documentId, await remains.toldBy(Object(result), documentId)];
  };

  const documentsWhere = async (where: object): Promise<Map<string, Told>> => {
    const rows = (await strapi.db.query(uid).findMany({ where })) as Row[];
    const documents = new Map<string, Told>();
    for (const row of rows.filter(({ documentId }) => !isWrittenAsDocument(documentId))) {
      documents.set(row.documentId, await remains.toldBy(row, row.documentId));
    }
    return documents;
  };

  const recordTaken = async (documents: Iterable<[string, Told]>): Promise<void> => {
    for (const [documentId, told] of documents) {
      await record(await remains.eventAfterTaking(documentId), [[documentId, told]]);
    }
  };

  strapi.db.lifecycles.subscribe({
    models: [uid],

    async afterCreate({ result }) {
      const row = await rowIn(result);
      if (row !== undefined) {
        await record((await remains.countOf(row[0])) === 1 ? 'created' : 'updated', [row]);
      }
    },

    // Not all databases tell the numbers of rows that were inserted together; ids are known before.
    beforeCreateMany({ params }) {
      params.data = (params.data as object[]).map((row) => ({ documentId: newId(), ...row }));
    },

    async afterCreateMany({ params }) {
      const documents = _.groupBy(params.data as Row[], 'documentId');
      const created = new Map<string, Told>();
      const updated = new Map<string, Told>();
      for (const [documentId, rows] of Object.entries(documents)) {
        const isNew = (await remains.countOf(documentId)) === rows.length;
        const told = await remains.toldBy(Object(rows[0]), documentId);
        (isNew ? created : updated).set(documentId, told);
      }
      await record('created', created);
      await record('updated', updated);
    },

    async afterUpdate({ result }) {
      const row = await rowIn(result);
      await record('updated', row === undefined ? [] : [row]);
    },

    async afterDelete({ result }) {
      const row = await rowIn(result);
      await recordTaken(row === undefined ? [] : [row]);
    },

    async beforeUpdateMany(event) {
      event.state = { documents: await documentsWhere(event.params.where ?? {}) } satisfies State;
    },

    async afterUpdateMany({ state }) {
      await record('updated', (state as State).documents ?? []);
    },

    async beforeDeleteMany(event) {
      event.state = { documents: await documentsWhere(event.params.where ?? {}) } satisfies State;
    },

    async afterDeleteMany({ state }) {
      await recordTaken((state as State).documents ?? []);
    },
  });

  // An upload that names a record (`ref`, `refId`, `field`) attaches its file from the other side.
  const recordAttached = async ({ params }: { params: { data?: unknown } }): Promise<void> => {
    const ids = attachedTo(uid, params.data);
    await record('updated', ids.length > 0 ? await documentsWhere({ id: { $in: ids } }) : []);
  };
  strapi.db.lifecycles.subscribe({
    models: [FILE_UID],
    afterCreate: recordAttached,
    afterUpdate: recordAttached,
  });
};
