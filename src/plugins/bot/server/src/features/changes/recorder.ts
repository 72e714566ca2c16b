import type { ChangedKind, ChangeEvent } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import { CHANGE_UID, PUBLICATION_DETAIL_UID } from '../../core/constants';
import { serviceOf } from '../../core/service';
import { ScopedValue } from '../../core/scoped-value';
import { inChunks } from '../../core/database/chunks';
import { databaseClock } from '../../core/database/clock';
import { quote, tableOf } from '../../core/database/connection';
import { newDocumentId } from '../../core/database/rows/entity';
import { execute, type StatementValue } from '../../core/database/statement';
import { createActorOf } from '../../core/strapi/actor';

import { changesRecorded } from './events';

/** A change of a publication or material, before it is stored in the table of changes. */
export interface NewChange {
  kind: ChangedKind;
  event: ChangeEvent;
  /** ID of the publication or material. */
  subject: string;
  /** External ID of a publication; undefined to look it up. */
  externalId?: string | null;
  title: string | null;
  /**
   * Date when the publication was first published. Given if the publication was deleted; undefined to look up the date.
   */
  firstPublishedAt?: Date | null;
}

interface Gathering {
  changes: NewChange[];
  isOpen: boolean;
}

/** Columns of the table of changes, in insert order. */
const COLUMNS = [
  'document_id',
  'kind',
  'event',
  'subject',
  'external_id',
  'title',
  'first_published_at',
  'who',
  'user_id',
  'user_name',
  'request_id',
  'happened_at',
];

/** Maximum number of characters in a column for a name or ID. */
const COLUMN_LENGTH = 255;

const cut = (text: string | null | undefined): string | null =>
  text == null || text.length <= COLUMN_LENGTH
    ? (text ?? null)
    : [...text].slice(0, COLUMN_LENGTH).join('');

/**
 * Creates a unique ID for a change. IDs increase with time, so that the database appends new IDs at the end of their
 * index.
 */
const newId = (): string => Date.now().toString(36).padStart(9, '0') + newDocumentId().slice(0, 20);

/** Removes redundant changes: `updated` after `created` or `updated` of the same subject. */
const withoutRepeated = (changes: readonly NewChange[]): NewChange[] => {
  const written = new Set<string>();
  return changes.filter(({ kind, event, subject }) => {
    const isRepeated = event === 'updated' && written.has(`${kind} ${subject}`);
    if (event === 'created' || event === 'updated') {
      written.add(`${kind} ${subject}`);
    }
    return !isRepeated;
  });
};

/** Records changes in the transaction that makes them, so that exactly the committed ones are stored. */
export const createChangeRecorderService = ({ strapi }: { strapi: Core.Strapi }) => {
  const gatherings = new ScopedValue<Gathering>();
  const actorOf = createActorOf(strapi);
  const clock = databaseClock(strapi);
  const details = quote(strapi, tableOf(strapi, PUBLICATION_DETAIL_UID));
  // Plain SQL instead of the query builder, because it runs in each write.
  const into = `INSERT INTO ${quote(strapi, tableOf(strapi, CHANGE_UID))} (${COLUMNS.join(', ')})`;
  const works = quote(strapi, tableOf(strapi, botConfig(strapi).contentType));
  const lookUp = `(SELECT external_id FROM ${details} WHERE document_id = ?)`;
  // All versions of a document have the same date.
  const lookUpDate = `(SELECT MIN(first_published_at) FROM ${works} WHERE document_id = ?)`;
  const excluded = new WeakSet<object>();

  const insert = async (changes: readonly NewChange[]): Promise<void> => {
    const { who, id, name, requestId } = actorOf();
    const now = clock.after(0);
    for (const chunk of inChunks(changes)) {
      const isFound = ({ kind, externalId }: NewChange) =>
        kind === 'publication' && externalId == null;
      const isDateFound = ({ kind, firstPublishedAt }: NewChange) =>
        kind === 'publication' && firstPublishedAt === undefined;
      const rows = chunk.map((change) => {
        const externalId = isFound(change) ? lookUp : '?';
        const firstPublishedAt = isDateFound(change) ? lookUpDate : '?';
        return `(?, ?, ?, ?, ${externalId}, ?, ${firstPublishedAt}, ?, ?, ?, ?, ${now.sql})`;
      });
      const valuesOf = (change: NewChange): StatementValue[] => [
        newId(),
        change.kind,
        change.event,
        change.subject,
        isFound(change) ? change.subject : cut(change.externalId),
        cut(change.title),
        isDateFound(change) ? change.subject : (change.firstPublishedAt ?? null),
        who,
        id,
        cut(name),
        requestId,
        ...now.values,
      ];
      await execute(strapi, `${into} VALUES ${rows.join(', ')}`, chunk.flatMap(valuesOf));
    }
    await changesRecorded.emit(strapi);
  };

  const record = async (changes: readonly NewChange[]): Promise<void> => {
    const gathering = gatherings.get();
    if (gathering?.isOpen === true) {
      gathering.changes.push(...changes);
    } else if (changes.length > 0) {
      await insert(changes);
    }
  };

  const gather = async <Result>(
    work: () => Promise<Result>
  ): Promise<{ result: Result; changes: NewChange[] }> => {
    const gathering: Gathering = { changes: [], isOpen: true };
    try {
      const result = await gatherings.run(gathering, work);
      return { result, changes: gathering.changes };
    } finally {
      // Asynchronous work that continues after this records its changes itself.
      gathering.isOpen = false;
    }
  };

  return {
    /**
     * Marks the parameters of a write, so that lifecycle hooks do not record the change. The caller records the change.
     */
    excludeFromRecording<Params extends object>(params: Params): Params {
      excluded.add(params);
      return params;
    },
    isExcludedFromRecording: (params: object): boolean => excluded.has(params),

    /**
     * Stores changes with few INSERT statements. Inside `gather`, stores nothing; `gather` returns the changes to its
     * caller.
     */
    record,

    /** Runs `work` and returns its result and changes without storing these. */
    gather,

    /** Runs `work` and stores all its changes together at the end, without repeated updates. */
    async recordAtEnd<Result>(work: () => Promise<Result>): Promise<Result> {
      const { result, changes } = await gather(work);
      await record(withoutRepeated(changes));
      return result;
    },
  };
};

export const getChangeRecorderService =
  serviceOf<typeof createChangeRecorderService>('changeRecorder');
