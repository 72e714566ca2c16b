import type { Publication } from '@fleet-bot/protocol';

import type { Client } from '../../client';
import type { PublicationChange, Tagged } from '../../resources/publications';
import type { Text } from '../reading';

import { differenceOf } from './difference';
import { plansOf } from './plans';
import { createWriteWithoutRefused } from './refusals';
import type { Action } from './results';

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
  /**
   * Names of changed properties, for the report. Also contains `publish` for a new text that was published, and the
   * former path of a moved file.
   */
  what: string[];
  warnings: string[];
}

type Accepted = Omit<Written, 'warnings'>;

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
  const writeWithoutRefused = createWriteWithoutRefused();

  const create = async (
    { reading, externalId }: Text,
    wanted: PublicationChange
  ): Promise<Accepted> => {
    const what = Object.keys(wanted);
    if (dryRun) return { action: 'create', what };
    const { title } = reading.document;
    const { id } = await publications.create({ ...wanted, title, externalId });
    return { action: 'create', what, id, slug: wanted.slug ?? (await publications.get(id)).slug };
  };

  const change = async (
    { reading: { document }, movedFrom }: Text,
    wanted: PublicationChange,
    there: Tagged<Publication>,
    isPublished: boolean
  ): Promise<Accepted> => {
    const difference = differenceOf(wanted, there);
    const isChanged = Object.keys(difference).length > 0;
    const isPublic = there.status === 'published';
    const publishes = isPublished && (isChanged || !isPublic || there.changed);
    const unpublishes = publish && document.status === 'draft' && isPublic;
    const condition = overwrite ? { ifMatch: there.etag } : { protectEditors: true };
    if (dryRun && (isChanged || publishes || unpublishes) && !overwrite) {
      await tagToWrite(client, there.id, { overwrite });
    }
    if ((isChanged || publishes) && !dryRun) {
      await publications.update(there.id, difference, { publish: publishes, ...condition });
    }
    if (unpublishes && !dryRun) {
      const ifMatch = await tagToWrite(client, there.id, { overwrite });
      await publications.unpublish(there.id, { ifMatch });
    }
    const what = Object.keys(difference);
    const isNewlyPublic = publishes && (!isPublic || there.changed);
    const step = isNewlyPublic ? 'publish' : unpublishes ? 'unpublish' : 'unchanged';
    if (!isChanged) return { id: there.id, action: step, what };
    const slug = what.includes('slug') ? wanted.slug : (there.draft ?? there).slug;
    return {
      id: there.id,
      ...(dryRun ? {} : { slug }),
      ...(movedFrom === undefined
        ? { action: 'change', what }
        : { action: 'move', what: [`from ${movedFrom}`, ...what] }),
    };
  };

  return async (
    text: Text,
    wanted: PublicationChange,
    there: Tagged<Publication> | undefined
  ): Promise<Written> => {
    const { document } = text.reading;
    const isPublished = publish && plansOf(document).status === 'published';
    if (there !== undefined) {
      return writeWithoutRefused(wanted, (accepted) => change(text, accepted, there, isPublished));
    }
    const created = await writeWithoutRefused(wanted, (accepted) => create(text, accepted));
    if (!isPublished) return created;
    // A rejected publish must not create the publication again.
    if (created.id !== undefined) await publications.publish(created.id);
    return { ...created, what: [...created.what, 'publish'] };
  };
};
