import path from 'node:path';

import type { Publication, PublicationItem } from '@fleet-bot/protocol';

import type { Client } from '../../client';
import { BotError } from '../../http/errors';
import { AT_ONCE, inParallel } from '../../parallel';
import type { Tagged } from '../../resources/publications';
import type { Text } from '../reading';

const PAGE = 100;

const listAll = async ({ publications }: Client): Promise<PublicationItem[]> => {
  const items: PublicationItem[] = [];
  for await (const item of publications.list({ limit: PAGE })) items.push(item);
  return items;
};

/** Last segment of a URL's path: the slug, if the site's URLs end with slugs. */
export const lastPartOf = (url: string): string => path.posix.basename(new URL(url).pathname);

/** Creates a function that finds the publication of a text in the site's list. */
const createFind = (items: PublicationItem[]) => {
  const byExternalId = new Map(items.map((item) => [item.externalId, item]));
  const byId = new Map(items.map((item) => [item.id, item]));
  return ({ file, externalId, reading: { document } }: Text): PublicationItem | undefined => {
    const byPath = document.externalId === undefined ? byExternalId.get(file) : undefined;
    return (
      byExternalId.get(externalId) ??
      (byPath?.title === document.title ? byPath : undefined) ??
      (document.id === undefined ? undefined : byId.get(document.id))
    );
  };
};

/** Fetches a listed publication. @returns undefined if it has been deleted since it was listed */
export const getListed = async (
  { publications }: Client,
  { id }: PublicationItem
): Promise<Tagged<Publication> | undefined> =>
  publications.get(id).catch((error: unknown) => {
    if (error instanceof BotError && error.status === 404) return undefined;
    throw error;
  });

/** Whether listing all publications with content is cheaper than fetching `wanted` of them one by one. */
const areMany = (wanted: number, all: number): boolean => wanted > 20 && wanted * 4 > all;

/** Whether a list item contains the content and ETag of its publication. */
const isWhole = (item: object): item is Tagged<Publication> => 'etag' in item;

/** Reads publications with content from the list, keyed by id. Empty if the site is too old to list content. */
const readContents = async ({ publications }: Client, wanted: Set<string>) => {
  const contents = new Map<string, Tagged<Publication>>();
  try {
    for await (const item of publications.list({ limit: PAGE, include: 'content' })) {
      if (wanted.has(item.id) && isWhole(item)) contents.set(item.id, item);
    }
  } catch (error) {
    if (!(error instanceof BotError) || error.code !== 'invalid-request') throw error;
  }
  return contents;
};

/**
 * Finds the publication of each text by its externalId, or else by the id in the file. Earlier versions of this command
 * used only the path as externalId; such a match also needs the same title, because another folder may have this path.
 * @returns publications by file, all other publications of the site, and ids of public publications by slug
 */
export const findCurrent = async (client: Client, texts: Text[]) => {
  const items = await listAll(client);
  const find = createFind(items);
  const current = new Map<string, Tagged<Publication>>();
  const others = new Map(items.map((item) => [item.id, item]));
  const pairs = texts.flatMap((text) => {
    const item = find(text);
    return item === undefined ? [] : [{ text, item }];
  });
  const contents = areMany(pairs.length, items.length)
    ? await readContents(client, new Set(pairs.map(({ item }) => item.id)))
    : new Map<string, Tagged<Publication>>();
  await inParallel(pairs, AT_ONCE, async ({ text, item }) => {
    const found = contents.get(item.id) ?? (await getListed(client, item));
    if (found === undefined) return;
    others.delete(found.id);
    current.set(text.file, found);
  });
  const slugs = new Map(
    items.flatMap(({ id, url }) => (url === null ? [] : [[lastPartOf(url), id] as const]))
  );
  return { current, others: [...others.values()], slugs };
};
