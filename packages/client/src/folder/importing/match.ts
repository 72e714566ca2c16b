import type { Publication } from '@fleet-bot/protocol';

import type { Client } from '../../client';
import type { Tagged } from '../../resources/publications';
import type { ExportRecord } from '../exporting/record';
import type { Text, UnreadableText } from '../reading';

import { findCurrent } from './current';
import { findDeleted, restore } from './deleted';
import { findMoved } from './moved';
import type { Missing } from './prune';
import { deletedOnSite, notImported, type Imported } from './results';

/** Texts of a folder matched with the publications of a site. */
export interface Match {
  /** Publications of the texts, by file. */
  current: Map<string, Tagged<Publication>>;
  /** Files whose publications were restored. */
  restored: Set<string>;
  /** Results of texts whose publications were deleted on the site and are not restored, by file. */
  skipped: Map<string, Imported>;
  /**
   * Ids of public publications, or files of new texts, by slug. If two new texts have the same slug, the first one gets
   * it.
   */
  slugs: Map<string, string>;
  /** Publications of an earlier import whose files are no longer in the folder. */
  missing: Missing[];
}

interface MatchOptions {
  record: ExportRecord | undefined;
  /** First part of the externalId of files that specify no externalId. */
  prefix: string;
  unreadable: UnreadableText[];
  restoreDeleted: boolean;
  dryRun: boolean;
}

/**
 * Finds the publication of each text: by the text's externalId, by the externalId of a former file name, or among
 * deleted publications.
 */
export const matchTexts = async (
  client: Client,
  texts: Text[],
  { record, prefix, unreadable, restoreDeleted, dryRun }: MatchOptions
): Promise<Match> => {
  const { current, others, slugs } = await findCurrent(client, texts);
  const withoutPublication = () => texts.filter(({ file }) => !current.has(file));
  const inFolder = new Set(unreadable.map(({ file }) => prefix + file));
  const missing = others.filter(
    ({ externalId }) => externalId?.startsWith(prefix) && !inFolder.has(externalId)
  );
  const moved = await findMoved(client, withoutPublication(), { missing, prefix });
  for (const { text, publication } of moved) {
    text.movedFrom = String(publication.externalId);
    current.set(text.file, publication);
  }
  const deleted = await findDeleted(client, record, withoutPublication());
  const restored = new Set<string>();
  const skipped = new Map<string, Imported>();
  for (const [file, id] of deleted) {
    if (!restoreDeleted) {
      skipped.set(file, deletedOnSite(file));
      continue;
    }
    try {
      const publication = dryRun ? undefined : await restore(client, id);
      if (publication) current.set(file, publication);
      if (publication || dryRun) restored.add(file);
    } catch (error) {
      skipped.set(file, notImported(file, error));
    }
  }
  for (const { file, reading } of texts) {
    const slug = reading.document.slug ?? reading.slugOfFile;
    const isNew = !current.has(file) && !skipped.has(file);
    if (slug !== undefined && isNew && !slugs.has(slug)) slugs.set(slug, file);
  }
  const movedIds = new Set(moved.map(({ publication }) => publication.id));
  return {
    ...{ current, restored, skipped, slugs },
    missing: missing
      .filter(({ id }) => !movedIds.has(id))
      .map(({ id, externalId, title, status }) => ({
        ...{ id, externalId: String(externalId), title, status },
      })),
  };
};
