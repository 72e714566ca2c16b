import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { Publication } from '@fleet-bot/protocol';

import type { Client } from '../client';
import { AT_ONCE, inParallel } from '../parallel';

import { formatDocument } from './document';
import { readdress } from './links';
import { mapValues } from './values';

/** Where the files of publications are, in the folder. */
const MEDIA = 'media';

/** An externalId that can be the path of a file, without a way out of the folder. */
const isPath = (text: string | null): text is string =>
  text !== null &&
  /^[^\s./\\:][^\\:*?"<>|\p{Cc}]*\.md$/iu.test(text) &&
  !/(^|\/)\.{0,2}(\/|$)/.test(text);

/** What is there is whole, whenever this ends. */
const save = async (file: string, content: string | Uint8Array): Promise<void> => {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(`${file}.new`, content);
  await rename(`${file}.new`, file);
};

/**
 * Writes all publications of a site as Markdown files into a folder, with the files that they use, as `importFolder` takes
 * them: what a draft holds, where it differs from what readers see.
 */
export const exportSite = async (client: Client, folder: string) => {
  const root = path.resolve(folder);
  const materials = new Map<string, string>();
  for await (const { url } of client.materials.list({ limit: 100 })) {
    materials.set(url, path.posix.basename(decodeURIComponent(new URL(url).pathname)));
  }
  const saved = new Map<string, Promise<void>>();
  const taken = new Set<string>();

  const fetchTo = async (url: string, file: string): Promise<void> => {
    // The name of a stored file has chance in it: what is there is the same.
    if (existsSync(file)) return;
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
    await save(file, Buffer.from(await answer.arrayBuffer()));
  };

  /** Where a stored file is, seen from a document; `undefined` of an address of something else. */
  const placeOf = async (document: string, url: string): Promise<string | undefined> => {
    const name = materials.get(url);
    if (name === undefined) return undefined;
    const saving = saved.get(url) ?? fetchTo(url, path.join(root, MEDIA, name));
    saved.set(url, saving);
    await saving;
    const way = path.posix.relative(path.posix.dirname(document), `${MEDIA}/${name}`);
    return way.startsWith('.') ? way : `./${way}`;
  };

  /** A record as its slug or name, a file as its place, and nothing of what is empty. */
  const inFields = (document: string, fields: object) =>
    mapValues(fields, async (value) => {
      if (value === null || (Array.isArray(value) && value.length === 0)) return undefined;
      const { id, slug, name, url } = Object(value) as Record<string, string | undefined>;
      if (id === undefined) return value;
      return (url && (await placeOf(document, url))) ?? slug ?? name ?? id;
    });

  const nameOf = ({ id, externalId, slug }: Publication): string => {
    const wanted = isPath(externalId) ? externalId : `${slug ?? id}.md`;
    const name = taken.has(wanted.toLowerCase()) ? `${id}.md` : wanted;
    taken.add(name.toLowerCase());
    return name;
  };

  const write = async ({ id }: { id: string }) => {
    const one = await client.publications.get(id);
    const { title, slug, body, media, fields } = one.draft ?? one;
    const file = nameOf(one);
    const places = await Promise.all(
      media.map(async ({ id: own, url }) => (await placeOf(file, url)) ?? own)
    );
    const kept = (await inFields(file, fields)) as Record<string, unknown>;
    const { status, externalId, firstPublishedAt, publishAt, unpublishAt } = one;
    const text = formatDocument({
      title,
      status,
      ...(slug !== null && { slug }),
      ...(firstPublishedAt !== null && { firstPublishedAt }),
      ...(publishAt !== null && { publishAt }),
      ...(unpublishAt !== null && { unpublishAt }),
      ...(externalId === null ? { id } : { externalId }),
      ...(places.length > 0 && { media: places }),
      ...(Object.keys(kept).length > 0 && { fields: kept }),
      body: await readdress(body ?? '', async ({ url }) => {
        const place = await placeOf(file, url);
        return place && encodeURI(place);
      }),
    });
    await save(path.join(root, file), text);
    return { id, file };
  };

  const found: { id: string }[] = [];
  for await (const { id } of client.publications.list({ limit: 100 })) found.push({ id });
  return inParallel(found, AT_ONCE, write);
};
