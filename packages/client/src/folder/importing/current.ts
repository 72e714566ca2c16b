import type { Publication, PublicationItem } from '@fleet-bot/protocol';

import type { Client } from '../../client';
import { BotError } from '../../http/errors';
import { AT_ONCE, inParallel } from '../../parallel';
import type { Tagged } from '../../resources/publications';

import type { Text } from '../reading';

const PAGE = 100;
/** Texts from which on reading the list costs less than asking for each. */
const MANY = 20;

/** The publications of a site by their externalIds; undefined if there are far more of them than texts. */
const readList = async ({ publications }: Client, count: number) => {
  const found = new Map<string, PublicationItem>();
  let seen = 0;
  for await (const item of publications.list({ limit: PAGE })) {
    seen += 1;
    if (seen > 2 * count + PAGE) return undefined;
    if (item.externalId !== null) found.set(item.externalId, item);
  }
  return found;
};

/**
 * Finds the publication of each text by its externalId, or else by the id in the file. Earlier versions of this command
 * used the path alone as externalId. Another folder can have the same path, so the title must match too.
 * @returns the publications by files
 */
export const findCurrent = async (
  client: Client,
  texts: Text[]
): Promise<Map<string, Tagged<Publication>>> => {
  const { publications } = client;
  const list = texts.length < MANY ? undefined : await readList(client, texts.length);
  const find = async (externalId: string) =>
    list ? list.get(externalId) : publications.find(externalId);
  const current = new Map<string, Tagged<Publication>>();
  await inParallel(texts, AT_ONCE, async ({ file, externalId, reading: { document } }) => {
    const byPath = async () => {
      const there = document.externalId === undefined ? await find(file) : undefined;
      return there?.title === document.title ? there : undefined;
    };
    const there = (await find(externalId)) ?? (await byPath());
    const id = there?.id ?? document.id;
    if (id === undefined) return;
    const found = await publications.get(id).catch((error: unknown) => {
      if (error instanceof BotError && error.status === 404) return undefined;
      throw error;
    });
    if (found) current.set(file, found);
  });
  return current;
};
