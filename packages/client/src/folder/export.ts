import { mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { Publication } from '@fleet-bot/protocol';

import type { Client } from '../client';
import { inParallel } from '../parallel';

import { formatDocument } from './document';
import { readdress } from './links';

/** Where the files of publications are, in the folder. */
const MEDIA = 'media';
/** Publications that are read at the same time. */
const AT_ONCE = 4;

/** An externalId that can be the path of a file, without a way out of the folder. */
const isPath = (text: string | null): text is string =>
  text !== null &&
  /^[^\s./\\:][^\\:*?"<>|\p{Cc}]*\.md$/iu.test(text) &&
  !/(^|\/)\.{0,2}(\/|$)/.test(text);

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false
  );

export interface Exported {
  id: string;
  file: string;
}

/**
 * Writes all publications of a site as Markdown files into a folder, with the files that they use, as `importFolder` takes
 * them: what a draft holds, where it differs from what readers see.
 */
export const exportSite = async (client: Client, folder: string): Promise<Exported[]> => {
  const root = path.resolve(folder);
  const materials = new Map<string, string>();
  for await (const { url } of client.materials.list({ limit: 100 })) {
    materials.set(url, path.posix.basename(decodeURIComponent(new URL(url).pathname)));
  }
  const saved = new Map<string, Promise<void>>();
  const taken = new Set<string>();

  const save = async (url: string, name: string): Promise<void> => {
    const file = path.join(root, MEDIA, name);
    // The name of a stored file has chance in it: what is there is the same.
    if (await isThere(file)) return;
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, Buffer.from(await answer.arrayBuffer()));
  };

  /** Where a stored file is, seen from a document; `undefined` of an address of something else. */
  const placeOf = async (document: string, url: string): Promise<string | undefined> => {
    const name = materials.get(url);
    if (name === undefined) return undefined;
    const saving = saved.get(url) ?? save(url, name);
    saved.set(url, saving);
    await saving;
    const way = path.posix.relative(path.posix.dirname(document), `${MEDIA}/${name}`);
    return way.startsWith('.') ? way : `./${way}`;
  };

  const inFields = async (document: string, value: unknown): Promise<unknown> => {
    if (Array.isArray(value)) return Promise.all(value.map((one) => inFields(document, one)));
    if (typeof value !== 'object' || value === null) return value;
    const { id, slug, name, url } = value as Record<string, string | undefined>;
    if (id !== undefined) return (url && (await placeOf(document, url))) ?? slug ?? name ?? id;
    const isEmpty = (one: unknown) => one === null || (Array.isArray(one) && one.length === 0);
    const entries = Object.entries(value).filter(([, one]) => !isEmpty(one));
    const written = entries.map(async ([key, one]) => [key, await inFields(document, one)]);
    return Object.fromEntries((await Promise.all(written)) as [string, unknown][]);
  };

  const nameOf = ({ id, externalId, slug }: Publication): string => {
    const wanted = isPath(externalId) ? externalId : `${slug ?? id}.md`;
    const name = taken.has(wanted.toLowerCase()) ? `${id}.md` : wanted;
    taken.add(name.toLowerCase());
    return name;
  };

  const write = async ({ id }: { id: string }): Promise<Exported> => {
    const one = await client.publications.get(id);
    const { title, slug, body, media, fields } = one.draft ?? one;
    const file = nameOf(one);
    const places = await Promise.all(
      media.map(async ({ id: own, url }) => (await placeOf(file, url)) ?? own)
    );
    const kept = (await inFields(file, fields)) as Record<string, unknown>;
    const { status, externalId, publishAt, unpublishAt } = one;
    const text = formatDocument({
      title,
      status,
      ...(slug !== null && { slug }),
      ...(publishAt !== null && { publishAt }),
      ...(unpublishAt !== null && { unpublishAt }),
      ...(externalId === null ? { id } : externalId !== file && { externalId }),
      ...(places.length > 0 && { media: places }),
      ...(Object.keys(kept).length > 0 && { fields: kept }),
      body: await readdress(body ?? '', async ({ url }) => {
        const place = await placeOf(file, url);
        return place && encodeURI(place);
      }),
    });
    const target = path.join(root, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text);
    return { id, file };
  };

  const found: { id: string }[] = [];
  for await (const { id } of client.publications.list({ limit: 100 })) found.push({ id });
  return inParallel(found, AT_ONCE, write);
};
