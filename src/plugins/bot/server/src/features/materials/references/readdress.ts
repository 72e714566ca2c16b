import type { Core, UID } from '@strapi/strapi';

import { FILE_REFERENCE_UID } from '../../../core/constants';
import { inChunks } from '../../../core/database/chunks';
import { knexOf, tableOf } from '../../../core/database/connection';
import type { StoredFile } from '../../../core/strapi/uploads/stored-object';

import { keyOfFile } from './addresses';
import { getFileReferenceScanService } from './scan';
import { plainText, textColumns } from './text-attributes';

type AddressedFile = Pick<StoredFile, 'hash' | 'ext' | 'formats'>;

/** An original file, or one of its formats. */
type Stored = Pick<StoredFile, 'hash' | 'ext'>;

/**
 * Regular expressions for the start and the end of a storage name in a text: no word character or hyphen is adjacent,
 * except in an encoded slash (`%2F`).
 */
const APART = { before: '(?:(?<![\\w-])|(?<=%2[Ff]))', after: '(?![\\w-])' };

const escaped = (name: string): string => name.replaceAll('.', '\\.');

/**
 * Makes a function that replaces the addresses of a replaced file in a text: each format by the same format, or by
 * the file itself if that format no longer exists. The parts of an address around the name stay the same.
 * @returns undefined if no address has changed
 */
export const createReaddress = (
  before: AddressedFile,
  after: AddressedFile
): ((text: string) => string) | undefined => {
  const moved = new Map<string, string>();
  const move = (from: Stored, to: Stored): void => {
    moved.set(from.hash + from.ext, to.hash + to.ext);
    // An address may have another extension, or none, for example behind an image proxy.
    moved.set(from.hash, to.hash);
  };
  for (const [format, stored] of Object.entries(before.formats ?? {})) {
    move(stored, after.formats?.[format] ?? after);
  }
  move(before, after);
  for (const [name, now] of moved) {
    if (name === now) moved.delete(name);
  }
  if (moved.size === 0) return undefined;
  // Longest names first, because one name may be the beginning of another.
  const names = [...moved.keys()].sort((one, other) => other.length - one.length);
  const all = new RegExp(`${APART.before}(?:${names.map(escaped).join('|')})${APART.after}`, 'g');
  return (text) => text.replace(all, (name) => moved.get(name) ?? name);
};

/**
 * Replaces the addresses of a replaced file in every text that shows it, in drafts and public versions, so that
 * pages show the new file. Dates and revisions stay, and no change is recorded, because nobody has edited the
 * texts. Call it in a transaction.
 */
export const readdressTexts = async (
  strapi: Core.Strapi,
  before: StoredFile,
  after: StoredFile
): Promise<void> => {
  const readdress = createReaddress(before, after);
  if (readdress === undefined) return;
  const sources: { uid: string; id: number }[] = await knexOf(strapi)(
    tableOf(strapi, FILE_REFERENCE_UID)
  )
    .where('file_key', keyOfFile(before.hash))
    .orderBy(['source_type', 'source_id'])
    .select({ uid: 'source_type', id: 'source_id' });

  const readdressRows = async (uid: string, columns: string[], ids: number[]): Promise<void> => {
    const table = tableOf(strapi, uid as UID.Schema);
    const rows: (Record<string, unknown> & { id: number })[] = await knexOf(strapi)(table)
      .select('id', ...columns)
      .whereIn('id', ids)
      .orderBy('id')
      .forUpdate();
    for (const row of rows) {
      const changes = columns.flatMap((column) => {
        const text = plainText(row[column]);
        const now = readdress(text);
        return now === text ? [] : [[column, now] as const];
      });
      if (changes.length > 0) {
        await knexOf(strapi)(table).where('id', row.id).update(Object.fromEntries(changes));
      }
    }
    await getFileReferenceScanService(strapi).rows(uid, ids);
  };

  for (const [uid, columns] of textColumns(strapi)) {
    for (const chunk of inChunks(sources.filter((source) => source.uid === uid))) {
      await readdressRows(
        uid,
        columns,
        chunk.map(({ id }) => id)
      );
    }
  }
};
