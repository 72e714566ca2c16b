import type { ListedMaterial } from '@fleet-bot/protocol';

import type { Client } from '../../client';

const PAGE = 100;
/**
 * Maximum number of digests that are looked up one by one. For more digests, reading the list of all materials is
 * cheaper.
 */
const FEW = 20;
/** Maximum number of materials up to which the complete list is read. */
const MOST = 10_000;

type ByDigest = Map<string, ListedMaterial[]>;

/** Lists all materials, keyed by SHA-256. @returns undefined if the site has more than `MOST` */
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

/** Creates a function that finds materials by SHA-256. Results are cached for the import. */
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
