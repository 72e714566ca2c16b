import type { ListedMaterial } from '@fleet-bot/protocol';

import type { Client } from '../../client';

const PAGE = 100;
/** Digests that are asked for one by one. For more of them the list of all materials costs less. */
const FEW = 20;
/** Materials of which a list is read at most. */
const MOST = 10_000;

type ByDigest = Map<string, ListedMaterial[]>;

/** @returns undefined if there are too many */
const readAll = async ({ materials }: Client): Promise<ByDigest | undefined> => {
  const byDigest: ByDigest = new Map();
  let count = 0;
  for await (const material of materials.list({ limit: PAGE })) {
    count += 1;
    if (count > MOST) return undefined;
    for (const digest of new Set(Object.values(material.sha256))) {
      if (digest !== null) byDigest.set(digest, [...(byDigest.get(digest) ?? []), material]);
    }
  }
  return byDigest;
};

const readSome = async ({ materials }: Client, sha256: string): Promise<ListedMaterial[]> => {
  const some: ListedMaterial[] = [];
  for await (const material of materials.list({ sha256, limit: PAGE })) some.push(material);
  return some;
};

/** Makes a function that finds the materials with some bytes, as they were when the import first asked for them. */
export const createLibrary = (client: Client) => {
  const known = new Map<string, Promise<ListedMaterial[]>>();
  let all: ReturnType<typeof readAll> | undefined;

  const find = async (digest: string, isOneOfFew: boolean): Promise<ListedMaterial[]> => {
    if (isOneOfFew) return readSome(client, digest);
    all ??= readAll(client);
    const byDigest = await all;
    return byDigest ? (byDigest.get(digest) ?? []) : readSome(client, digest);
  };

  return (digest: string): Promise<ListedMaterial[]> => {
    const found = known.get(digest) ?? find(digest, known.size < FEW);
    known.set(digest, found);
    return found;
  };
};
