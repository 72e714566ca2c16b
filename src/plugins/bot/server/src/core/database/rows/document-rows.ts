import type { EventEmitter } from 'node:events';

import type { Core, UID } from '@strapi/strapi';

import { openTransaction, quote, tableOf } from '../connection';
import { selectRows } from '../statement';

import { linksHeldBy, linkTablesOf, type Row } from './links';

type Read = () => Promise<Row[]>;

/** What was read in a transaction in which nothing was written since. */
const readIn = new WeakMap<EventEmitter, Map<string, ReturnType<Read>>>();

const READS = /^\s*select/i;

/** Forgets what was read before each statement that may write. */
const watch = (transaction: EventEmitter): Map<string, ReturnType<Read>> => {
  const known = new Map<string, ReturnType<Read>>();
  readIn.set(transaction, known);
  transaction.on('query', ({ sql }: { sql: string }) => {
    if (!READS.test(sql)) known.clear();
  });
  return known;
};

/** Reads something in the open transaction, or gives what was read there since its last write. */
const readOnce = (what: string, read: Read): ReturnType<Read> => {
  const transaction = openTransaction()?.client as EventEmitter | undefined;
  if (transaction === undefined) {
    return read();
  }
  const known = readIn.get(transaction) ?? watch(transaction);
  const found = known.get(what) ?? read();
  known.set(what, found);
  return found;
};

/**
 * Makes the function that reads all rows of a document, the oldest first, and with them which links they have.
 * Whoever takes part in a write looks at them before it: they are read once.
 */
export const createDocumentRows = (
  strapi: Core.Strapi,
  uid: UID.Schema
): ((documentId: string) => Promise<readonly Row[]>) => {
  const select = `SELECT entry.*${linksHeldBy(strapi, linkTablesOf(strapi, uid), 'entry.id')}
    FROM ${quote(strapi, tableOf(strapi, uid))} AS entry WHERE document_id = ? ORDER BY id`;
  return (documentId) =>
    readOnce(`${uid} ${documentId}`, () => selectRows(strapi, select, [documentId]));
};
