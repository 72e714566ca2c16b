import type { Publication } from '@fleet-bot/protocol';

import type { Client } from '../../client';
import type { PublicationChange, Tagged } from '../../resources/publications';
import type { Text } from '../reading';

import { differenceOf } from './difference';
import { plansOf } from './plans';
import type { Action } from './results';
import { createWrites } from './writes';

interface WriteOptions {
  dryRun: boolean;
  publish: boolean;
  overwrite: boolean;
}

export interface Written {
  id?: string;
  /** Slug of the publication, if it was created or changed. */
  slug?: string | null;
  action: Action;
  /** Changed properties, for the report. Also contains `publish` or the former file of a renamed one. */
  what: string[];
  warnings: string[];
}

/**
 * Fetches the ETag of a publication, for a write with `If-Match`.
 * @throws BotError `changed-by-editor` after an editor's change since the bot's last write, unless `overwrite` is set
 */
export const tagToWrite = async (
  { publications }: Client,
  id: string,
  { overwrite }: { overwrite: boolean }
): Promise<string> => {
  // An empty change has no effect, but the site also rejects it after an editor's change.
  const { etag } = overwrite
    ? await publications.get(id)
    : await publications.update(id, {}, { protectEditors: true });
  return etag;
};

/** Creates a function that creates or changes the publication of a text. Unchanged publications are not written. */
export const createTextWriter = (client: Client, { dryRun, publish, overwrite }: WriteOptions) => {
  const { publications } = client;
  const writes = createWrites(client);

  const create = async (
    text: Text,
    wanted: PublicationChange,
    isPublished: boolean
  ): Promise<Written> => {
    const what = [...Object.keys(wanted), ...(isPublished ? ['publish'] : [])];
    if (dryRun) return { action: 'create', what, warnings: [] };
    const { title } = text.reading.document;
    const { id, warnings } = await writes.create(title, text.externalId, wanted);
    if (isPublished) await publications.publish(id);
    const isAsWanted = wanted.slug !== undefined && warnings.length === 0;
    const slug = isAsWanted ? wanted.slug : (await publications.get(id)).slug;
    return { action: 'create', what, id, slug, warnings };
  };

  const change = async (
    { reading: { document }, movedFrom }: Text,
    wanted: PublicationChange,
    there: Tagged<Publication>,
    isPublished: boolean
  ): Promise<Written> => {
    const difference = differenceOf(wanted, there);
    const isChanged = Object.keys(difference).length > 0;
    const isPublic = there.status === 'published';
    const publishes = isPublished && (isChanged || !isPublic || there.changed);
    const unpublishes = publish && document.status === 'draft' && isPublic;
    const condition = overwrite ? { ifMatch: there.etag } : { protectEditors: true };
    if (dryRun && (isChanged || publishes || unpublishes) && !overwrite) {
      await tagToWrite(client, there.id, { overwrite });
    }
    const updates = { publish: publishes, ...condition };
    const warnings = dryRun ? [] : await writes.change(there.id, difference, updates);
    if (unpublishes && !dryRun) {
      const ifMatch = await tagToWrite(client, there.id, { overwrite });
      await publications.unpublish(there.id, { ifMatch });
    }
    const what = Object.keys(difference).filter((name) => name !== 'slug' || warnings.length === 0);
    const isNewlyPublic = publishes && (!isPublic || there.changed);
    const step = isNewlyPublic ? 'publish' : unpublishes ? 'unpublish' : 'unchanged';
    if (what.length === 0) return { id: there.id, action: step, what, warnings };
    const slug = what.includes('slug') ? wanted.slug : (there.draft ?? there).slug;
    return {
      id: there.id,
      ...(dryRun ? {} : { slug }),
      ...(movedFrom === undefined
        ? { action: 'change', what }
        : { action: 'move', what: [`from ${movedFrom}`, ...what] }),
      warnings,
    };
  };

  return (
    text: Text,
    wanted: PublicationChange,
    there: Tagged<Publication> | undefined
  ): Promise<Written> => {
    const { document } = text.reading;
    const isPublished = publish && plansOf(document).status === 'published';
    return there ? change(text, wanted, there, isPublished) : create(text, wanted, isPublished);
  };
};
