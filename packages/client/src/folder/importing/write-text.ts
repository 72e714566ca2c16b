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

/** The result of writing one text. */
export interface Written {
  id?: string;
  /** The slug of a publication that was created. */
  slug?: string | null;
  action: Action;
  what: string[];
  warnings: string[];
}

/** Makes a function that creates or changes the publication of a text. Nothing is written where nothing has changed. */
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
    wanted: PublicationChange,
    there: Tagged<Publication>,
    { isPublished, isDraft }: { isPublished: boolean; isDraft: boolean }
  ): Promise<Written> => {
    const difference = differenceOf(wanted, there);
    const isChanged = Object.keys(difference).length > 0;
    const isPublic = there.status === 'published';
    const publishes = isPublished && (isChanged || !isPublic || there.changed);
    const unpublishes = publish && isDraft && isPublic;
    const condition = overwrite ? { ifMatch: there.etag } : { protectEditors: true };
    if (dryRun && (isChanged || publishes || unpublishes) && !overwrite) {
      // A change of nothing has no effect, and is refused for an editor's sake like any other.
      await publications.update(there.id, {}, condition);
    }
    const updates = { publish: publishes, ...condition };
    const warnings = dryRun ? [] : await writes.change(there.id, difference, updates);
    if (unpublishes && !dryRun) {
      // Only a change can be refused for an editor's sake. One of nothing changes nothing.
      const { etag } = await publications.update(there.id, {}, overwrite ? {} : condition);
      await publications.unpublish(there.id, { ifMatch: etag });
    }
    const what = Object.keys(difference).filter((name) => name !== 'slug' || warnings.length === 0);
    const isNewlyPublic = publishes && (!isPublic || there.changed);
    const step = isNewlyPublic ? 'publish' : unpublishes ? 'unpublish' : 'unchanged';
    return { id: there.id, action: what.length > 0 ? 'change' : step, what, warnings };
  };

  return (
    text: Text,
    wanted: PublicationChange,
    there: Tagged<Publication> | undefined
  ): Promise<Written> => {
    const { document } = text.reading;
    const isPublished = publish && plansOf(document).status === 'published';
    if (there === undefined) return create(text, wanted, isPublished);
    return change(wanted, there, { isPublished, isDraft: document.status === 'draft' });
  };
};
