import path from 'node:path';

import type { Publication } from '@fleet-bot/protocol';

import type { Client } from '../../client';
import { AT_ONCE, inParallel } from '../../parallel';
import type { Tagged } from '../../resources/publications';
import { listPublications, PAGE, withContent, type Listed } from '../listing';
import type { Text } from '../reading';

/**
 * Maximum number of texts whose publications are fetched one by one. For more texts, a list with content is cheaper.
 */
const FEW = 20;

/** Last segment of a URL's path: the slug, if the site's URLs end with slugs. */
export const lastPartOf = (url: string): string => path.posix.basename(new URL(url).pathname);

/** Creates a function that finds the publication of a text in the site's list. */
const createFind = (items: Listed[]) => {
  const byExternalId = new Map(items.map((item) => [item.externalId, item]));
  const byId = new Map(items.map((item) => [item.id, item]));
  return ({ file, externalId, reading: { document } }: Text): Listed | undefined => {
    const byPath = document.externalId === undefined ? byExternalId.get(file) : undefined;
    return (
      byExternalId.get(externalId) ??
      (byPath?.title === document.title ? byPath : undefined) ??
      (document.id === undefined ? undefined : byId.get(document.id))
    );
  };
};

/**
 * Lists all publications. For more than `FEW` texts, the first pages include the content; further pages do not, because
 * few of their publications belong to a text.
 */
const listFor = async (client: Client, texts: Text[]): Promise<Listed[]> => {
  const names = new Set(
    texts.flatMap(({ file, externalId, reading: { document } }) => [externalId, file, document.id])
  );
  const items: Listed[] = [];
  const wantsContent = () => texts.length > FEW && items.length < PAGE + 4 * texts.length;
  for await (const item of listPublications(client, wantsContent)) {
    const { id, externalId, title, status, url } = item;
    const isCandidate = names.has(externalId ?? id) || names.has(id);
    items.push(isCandidate ? item : { id, externalId, title, status, url });
  }
  return items;
};

/**
 * Finds the publication of each text by its externalId, or else by the id in the file. Earlier versions of this command
 * used only the file's path as externalId. A file of another folder may have the same path, so a publication with this
 * kind of externalId must also have the same title.
 * @returns publications by file, all other publications of the site, and ids of public publications by slug
 */
export const findCurrent = async (client: Client, texts: Text[]) => {
  const items = await listFor(client, texts);
  const find = createFind(items);
  const current = new Map<string, Tagged<Publication>>();
  const others = new Map(items.map((item) => [item.id, item]));
  await inParallel(texts, AT_ONCE, async (text) => {
    const item = find(text);
    const found = item && (await withContent(client, item));
    if (found === undefined) return;
    others.delete(found.id);
    current.set(text.file, found);
  });
  const slugs = new Map(
    items.flatMap(({ id, url }) => (url === null ? [] : [[lastPartOf(url), id] as const]))
  );
  return { current, others: [...others.values()], slugs };
};
