import type { EventEmitter } from 'node:events';

import type { Core, UID } from '@strapi/strapi';

import { botConfig } from '../../config';
import { openTransaction, quote, tableOf } from '../connection';
import { selectRows } from '../statement';

import { columnsOf } from './entity';
import { linksHeldBy, linkTablesOf, type Row } from './links';

type Read = () => Promise<Row[]>;

/** Cached reads per transaction, valid until its next write. */
const readIn = new WeakMap<EventEmitter, Map<string, ReturnType<Read>>>();

const READS = /^\s*select/i;

/** Creates a transaction's cache of row reads, which is cleared before each statement that may write. */
const watch = (transaction: EventEmitter): Map<string, ReturnType<Read>> => {
  const known = new Map<string, ReturnType<Read>>();
  readIn.set(transaction, known);
  transaction.on('query', ({ sql }: { sql: string }) => {
    if (!READS.test(sql)) known.clear();
  });
  return known;
};

/** Reads rows, or returns the cached result from the open transaction. */
const readOnce = (what: string, read: Read): ReturnType<Read> => {
  const transaction = openTransaction()?.client as EventEmitter | undefined;
  if (transaction === undefined) return read();
  const known = readIn.get(transaction) ?? watch(transaction);
  const found = known.get(what) ?? read();
  known.set(what, found);
  return found;
};

/** Column of `createDocumentRows`: whether another document is published under the slug of a draft. */
export const SLUG_TAKEN = 'slug_is_taken';

const slugTakenOf = (strapi: Core.Strapi, uid: UID.Schema): string => {
  const { contentType, attributes } = botConfig(strapi);
  const column = columnsOf(strapi, uid).find(({ name }) => name === attributes.slug);
  if (uid !== contentType || column === undefined) return '';
  const slug = quote(strapi, column.columnName);
  return `, entry.published_at IS NULL AND EXISTS (
    SELECT 1 FROM ${quote(strapi, tableOf(strapi, uid))} AS other WHERE other.${slug} = entry.${slug}
    AND other.published_at IS NOT NULL AND other.document_id <> entry.document_id
  ) AS ${SLUG_TAKEN}`;
};

/**
 * Creates a function that reads all rows of a document, oldest first. Each row has additional flags that tell in which
 * link tables the row has links, and for publications the flag `SLUG_TAKEN`. The result is cached per transaction until
 * its next write, because several steps of a write need it.
 */
export const createDocumentRows = (
  strapi: Core.Strapi,
  uid: UID.Schema
): ((documentId: string) => Promise<readonly Row[]>) => {
  const links = linksHeldBy(strapi, linkTablesOf(strapi, uid), 'entry.id');
  const select = `SELECT entry.*${links}${slugTakenOf(strapi, uid)}
    FROM ${quote(strapi, tableOf(strapi, uid))} AS entry WHERE document_id = ? ORDER BY id`;
  return (documentId) =>
    readOnce(`${uid} ${documentId}`, () => selectRows(strapi, select, [documentId]));
};
