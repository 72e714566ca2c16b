import type { Publication } from '@fleet-bot/protocol';

import type { Client } from '../../client';
import { BotError } from '../../http/errors';
import type { Tagged } from '../../resources/publications';
import { recordedAddress, type ExportRecord } from '../exporting/record';
import type { Text } from '../reading';

/** Number of changes per request: the default maximum of a site. */
const PAGE = 1000;

/** Pairs of file and publication id for texts that an export of this site has written. */
const exportedFrom = (client: Client, record: ExportRecord | undefined, texts: Text[]) => {
  if (record?.site !== recordedAddress(client.address)) return [];
  return texts.flatMap(({ file }): [string, string][] => {
    const id = record.texts[file];
    return id === undefined ? [] : [[file, id]];
  });
};

/** Ids of publications that an editor has deleted, by file. Covers only changes that the feed still contains. */
const deletedByEditors = async (client: Client, texts: Text[]) => {
  const files = new Map(texts.map(({ externalId, file }) => [externalId, file]));
  const deleted = new Map<string, string>();
  try {
    for await (const { type, data } of client.changes.read({ limit: PAGE })) {
      const file = files.get(data.externalId ?? '');
      if (file === undefined) continue;
      if (type === 'publication.deleted' && data.by.who === 'editor') deleted.set(file, data.id);
      else deleted.delete(file);
    }
  } catch (error) {
    // Older sites have no changes feed.
    if (!(error instanceof BotError) || error.code !== 'route-not-found') throw error;
  }
  return deleted;
};

/**
 * Finds texts whose publications were deleted on the site. For texts from an export of this site, any deletion counts;
 * for other texts, only a deletion by an editor.
 * @param record record of the export that wrote the folder
 * @param texts texts without a publication
 * @returns ids of the deleted publications, by file
 */
export const findDeleted = async (
  client: Client,
  record: ExportRecord | undefined,
  texts: Text[]
): Promise<Map<string, string>> => {
  if (texts.length === 0) return new Map();
  const exported = new Map(exportedFrom(client, record, texts));
  const rest = texts.filter(({ file }) => !exported.has(file));
  const byEditors = rest.length > 0 ? await deletedByEditors(client, rest) : [];
  return new Map([...exported, ...byEditors]);
};

/** Restores a deleted publication. @returns undefined if the site no longer keeps it */
export const restore = async (
  { publications }: Client,
  id: string
): Promise<Tagged<Publication> | undefined> =>
  publications.restore(id).catch((error: unknown) => {
    if (error instanceof BotError && error.status === 404) return undefined;
    throw error;
  });
