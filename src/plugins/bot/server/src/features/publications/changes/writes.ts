import type { ChangeEvent, PublicationDetails } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { ScopedValue } from '../../../core/scoped-value';
import { getChangeRecorderService, type NewChange } from '../../changes';
import type { WritePhases } from '../../../core/writes/phases';
import { getPublicationDetailService } from '../details/details';

import { changeOf, createRemains, dateIn } from './events';

/** Change events, keyed by those actions of the document service that return a list of entries. */
const EVENT_OF_ENTRIES: Record<string, ChangeEvent> = {
  publish: 'published',
  unpublish: 'unpublished',
  discardDraft: 'updated',
  delete: 'deleted',
};

const EVENT_OF_ENTRY: Record<string, ChangeEvent> = {
  create: 'created',
  clone: 'created',
  update: 'updated',
};

/** The document that the document service is writing; without an id if the document is new. */
const writing = new ScopedValue<{
  documentId?: string;
  /** Details of a document that is being deleted. */
  details?: PublicationDetails;
}>();

/** Details of a publication that is about to be deleted. */
export const detailsOf = async (
  strapi: Core.Strapi,
  documentId: string
): Promise<PublicationDetails> => {
  const known = writing.get();
  return known?.documentId === documentId && known.details !== undefined
    ? known.details
    : getPublicationDetailService(strapi).find(documentId);
};

/** Whether the document service is writing a row of this document, and records the change itself. */
export const isWrittenAsDocument = (documentId: unknown): boolean => {
  const document = writing.get();
  return (
    document !== undefined &&
    (document.documentId === undefined || document.documentId === documentId)
  );
};

/** Runs a write of a document's rows whose caller records the change itself. */
export const withoutRecording = <Result>(
  documentId: string,
  write: () => Promise<Result>
): Promise<Result> => writing.run({ documentId }, write);

/** The entries in an answer of the document service. */
export const entriesOf = (result: unknown): unknown[] => {
  const entries: unknown = Reflect.get(Object(result), 'entries');
  return Array.isArray(entries) ? entries : [];
};

/** The document id of a row, or of an answer of the document service. */
export const documentIdOf = (record: unknown): string | undefined => {
  const id: unknown = Reflect.get(Object(record), 'documentId');
  return typeof id === 'string' ? id : undefined;
};

/**
 * Records all writes of publications through Strapi's document service, in the transaction of the write, and in one
 * statement with the changes of materials.
 */
export const createPublicationChanges = (strapi: Core.Strapi): WritePhases => {
  const recorder = () => getChangeRecorderService(strapi);
  const remains = createRemains(strapi);

  const ofEntry = async (
    event: ChangeEvent,
    entry: unknown,
    isPublished: boolean
  ): Promise<NewChange[]> => {
    const documentId = documentIdOf(entry);
    if (documentId === undefined) return [];
    const changeDetails = await remains.readChangeDetails(Object(entry), documentId);
    const events: ChangeEvent[] = isPublished ? [event, 'published'] : [event];
    return events.map((one) => changeOf(one, documentId, changeDetails));
  };

  const ofEntries = async (
    event: ChangeEvent,
    documentId: string | undefined,
    [entry]: unknown[]
  ): Promise<NewChange[]> => {
    if (documentId === undefined || entry === undefined) return [];
    const changeDetails = await remains.readChangeDetails(Object(entry), documentId);
    const became =
      event === 'deleted' || event === 'unpublished'
        ? await remains.eventAfter(event, documentId)
        : event;
    return [
      changeOf(became, documentId, {
        ...changeDetails,
        ...(became === 'deleted' && dateIn(entry)),
      }),
    ];
  };

  return {
    async enclose(write, next) {
      const { action, params } = write;
      const documentId = action === 'clone' ? undefined : documentIdOf(params);
      const details =
        action === 'delete' && documentId !== undefined
          ? await getPublicationDetailService(strapi).find(documentId)
          : undefined;
      const { result, changes } = await recorder().gather(() =>
        writing.run({ documentId, details }, next)
      );
      const ofSeveral = EVENT_OF_ENTRIES[action];
      const own =
        ofSeveral !== undefined
          ? await ofEntries(ofSeveral, documentId, entriesOf(result))
          : await ofEntry(
              EVENT_OF_ENTRY[action] ?? 'updated',
              result,
              params.status === 'published'
            );
      await recorder().record([
        ...own.map((change) => ({ ...change, externalId: details?.externalId })),
        ...changes,
      ]);
      return result;
    },
  };
};
