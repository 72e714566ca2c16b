import { randomUUID } from 'node:crypto';

import type { ChangeEvent } from '@fleet-bot/protocol';
import type { Core, UID } from '@strapi/strapi';
import _ from 'lodash';

import { getChangeRecorderService } from '../../changes';
import { FILE_UID } from '../../../core/constants';
import { knexOf, tableOf } from '../../../core/database/connection';
import { newDocumentId } from '../../../core/database/rows/entity';

import { followDeletion } from '../cascade/cascade';
import { REVISION_COLUMN } from '../status/columns';
import { getPublicationStatusService } from '../status/status';

import { changeOf, createRemains, dateIn, type ChangeDetails } from './events';
import { documentIdOf, isWrittenAsDocument } from './writes';

interface Row {
  documentId: string;
  firstPublishedAt?: unknown;
}

/** Data for the change records of rows to be updated, keyed by document id. */
interface UpdateState {
  documents?: Map<string, ChangeDetails>;
}

/** Documents that are about to lose rows, each with a function that deletes its files if no row remains. */
interface RemovalState {
  affected?: Map<
    string,
    { changeDetails: ChangeDetails; follow: Awaited<ReturnType<typeof followDeletion>> }
  >;
}

/** Returns the ids of the records of a content type to which a file is attached, from the data of the file. */
const attachedTo = (uid: UID.Schema, file: unknown): number[] => {
  const related: unknown = Reflect.get(Object(file), 'related');
  const named: unknown[] = Array.isArray(related) ? related : Object.values(Object(related)).flat();
  return named
    .filter((record) => Reflect.get(Object(record), '__type') === uid)
    .map((record) => Number(Reflect.get(Object(record), 'id')))
    .filter(Number.isInteger);
};

/**
 * Handles writes with `strapi.db.query` that bypass the document service: writes by the site's code, and by Strapi when
 * Strapi removes a locale. Records the changes, and deletes the files of a publication when its last row is deleted, in
 * one transaction (`transactional-writes.ts`). Ignores writes of the document service, which fire the same lifecycles,
 * because the document middleware handles them.
 */
export const followWritesThatBypassDocuments = (strapi: Core.Strapi, uid: UID.Schema): void => {
  const remains = createRemains(strapi);

  const record = async (
    event: ChangeEvent,
    documents: Iterable<[string, ChangeDetails]>
  ): Promise<void> => {
    const changes = [...documents].map(([documentId, changeDetails]) =>
      changeOf(event, documentId, changeDetails)
    );
    await getChangeRecorderService(strapi).record(changes);
  };

  /** Document id and change data of a written row; undefined if the document service writes the row. */
  const rowIn = async (result: unknown): Promise<[string, ChangeDetails] | undefined> => {
    const documentId = documentIdOf(result);
    return documentId === undefined || isWrittenAsDocument(documentId)
      ? undefined
      : [documentId, await remains.readChangeDetails(Object(result), documentId)];
  };

  const rowsWhere = async (where: unknown): Promise<Row[]> => {
    const rows = (await strapi.db.query(uid).findMany({ where: Object(where) })) as Row[];
    return rows.filter(({ documentId }) => !isWrittenAsDocument(documentId));
  };

  const documentsIn = async (rows: Row[]): Promise<Map<string, ChangeDetails>> => {
    const documents = new Map<string, ChangeDetails>();
    for (const row of rows) {
      documents.set(row.documentId, await remains.readChangeDetails(row, row.documentId));
    }
    return documents;
  };

  const beforeRemoval = async (event: {
    params: { where?: unknown };
    state: object;
  }): Promise<void> => {
    const isExcluded = getChangeRecorderService(strapi).isExcludedFromRecording(event.params);
    const affected: RemovalState['affected'] = new Map();
    const rows = isExcluded ? [] : await rowsWhere(event.params.where);
    const dated = new Map(
      rows.filter((row) => row.firstPublishedAt).map((row) => [row.documentId, row])
    );
    for (const [documentId, changeDetails] of await documentsIn(rows)) {
      affected.set(documentId, {
        changeDetails: { ...changeDetails, ...dateIn(dated.get(documentId)) },
        follow: await followDeletion(strapi, documentId),
      });
    }
    event.state = { affected };
  };

  const afterRemoval = async ({
    state,
    result,
  }: {
    state: RemovalState;
    result?: unknown;
  }): Promise<void> => {
    // `delete` removes one of the matching rows and returns it; `deleteMany` returns their number.
    const taken = documentIdOf(result);
    for (const [documentId, { changeDetails, follow }] of state.affected ?? []) {
      if (taken !== undefined && taken !== documentId) continue;
      await getPublicationStatusService(strapi).remark(documentId);
      const event = await remains.eventAfterRemoval(documentId);
      await record(event, [[documentId, changeDetails]]);
      if (event === 'deleted') await follow(true);
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

    // Sets document ids beforehand, because not all databases return the ids of rows from a bulk insert.
    beforeCreateMany({ params }) {
      params.data = (params.data as object[]).map((row) => ({
        documentId: newDocumentId(),
        ...row,
      }));
    },

    async afterCreateMany({ params }) {
      const documents = _.groupBy(params.data as Row[], 'documentId');
      const created = new Map<string, ChangeDetails>();
      const updated = new Map<string, ChangeDetails>();
      for (const [documentId, rows] of Object.entries(documents)) {
        const isNew = (await remains.countOf(documentId)) === rows.length;
        const changeDetails = await remains.readChangeDetails(Object(rows[0]), documentId);
        (isNew ? created : updated).set(documentId, changeDetails);
      }
      await record('created', created);
      await record('updated', updated);
    },

    async afterUpdate({ result }) {
      const row = await rowIn(result);
      await record('updated', row === undefined ? [] : [row]);
    },

    async beforeUpdateMany(event) {
      const rows = await rowsWhere(event.params.where);
      event.state = { documents: await documentsIn(rows) } satisfies UpdateState;
    },

    async afterUpdateMany({ state }) {
      await record('updated', (state as UpdateState).documents ?? []);
    },

    beforeDelete: beforeRemoval,
    afterDelete: afterRemoval,
    beforeDeleteMany: beforeRemoval,
    afterDeleteMany: afterRemoval,
  });

  // An upload with `ref`, `refId` and `field` attaches its file to a record without a write of the
  // record.
  const followAttached = async ({ params }: { params: { data?: unknown } }): Promise<void> => {
    const ids = attachedTo(uid, params.data);
    if (ids.length === 0) return;
    await knexOf(strapi)(tableOf(strapi, uid))
      .whereIn('id', ids)
      .update({ [REVISION_COLUMN]: randomUUID() });
    await record('updated', await documentsIn(await rowsWhere({ id: { $in: ids } })));
  };
  strapi.db.lifecycles.subscribe({
    models: [FILE_UID],
    afterCreate: followAttached,
    afterUpdate: followAttached,
  });
};
