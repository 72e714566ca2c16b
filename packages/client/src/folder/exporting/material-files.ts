import path from 'node:path';

import type { ListedMaterial } from '@fleet-bot/protocol';

import type { Client } from '../../client';
import { digestOf } from '../digest';
import { TEXT } from '../reading';

import { save } from './save';

const LONGEST_STEM = 100;
/** Matches names of devices, which Windows forbids as file names. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** Converts the name of a material to a file name that is valid on all systems and in links, without its extension. */
const stemOf = (name: string): string => {
  const stem = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}._]+/gu, '-')
    .slice(0, LONGEST_STEM)
    .replace(/^[-.]+|[-.]+$/g, '');
  return DEVICE.test(stem) || stem === '' ? `file-${stem}`.replace(/-$/, '') : stem;
};

/** A material that a text uses, with the file in the folder of the text. */
export interface MaterialFile {
  material: ListedMaterial;
  /** File name, different for each material. */
  name: string;
  /** Whether another material has the same name, so that this file name has a number. */
  isNumbered: boolean;
}

/**
 * Chooses the file names of materials. If several materials have the same name, a number is added for each except the
 * first.
 */
const filesOf = (materials: ListedMaterial[]): MaterialFile[] => {
  const taken = new Set<string>();
  return materials.map((material) => {
    const { ext } = path.posix.parse(new URL(material.url).pathname);
    const isNamed = ext !== '' && material.name.toLowerCase().endsWith(ext.toLowerCase());
    const stem = stemOf(isNamed ? material.name.slice(0, -ext.length) : material.name);
    // An import would read the file of a Markdown material as a text.
    const extension = TEXT.test(ext) ? `${ext}.txt` : ext;
    let name = stem + extension;
    let number = 1;
    for (; taken.has(name.toLowerCase()); name = `${stem}-${number}${extension}`) number += 1;
    taken.add(name.toLowerCase());
    return { material, name, isNumbered: number > 1 };
  });
};

/** Creates the downloader of materials. Names of older materials stay the same when others are added. */
export const createMaterialFiles = async (client: Client, root: string) => {
  const materials: ListedMaterial[] = [];
  for await (const material of client.materials.list({ limit: 100 })) materials.push(material);
  const byUrl = new Map(filesOf(materials.reverse()).map((file) => [file.material.url, file]));
  const saved = new Map<string, Promise<void>>();

  const download = async ({ url, sha256 }: ListedMaterial, file: string): Promise<void> => {
    const digest = await digestOf(file).catch(() => undefined);
    if (digest !== undefined && digest === sha256.stored) return;
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
    await save(file, Buffer.from(await answer.arrayBuffer()));
  };

  return {
    /** Downloads a material into the folder of a text. @returns undefined if no material has the URL */
    saveFor: async (document: string, url: string): Promise<MaterialFile | undefined> => {
      const found = byUrl.get(url);
      if (found === undefined) return undefined;
      const file = path.posix.join(path.posix.dirname(document), found.name);
      const saving = saved.get(file) ?? download(found.material, path.join(root, file));
      saved.set(file, saving);
      await saving;
      return found;
    },
    /** Paths of all downloaded files in the folder. */
    saved: (): string[] => [...saved.keys()],
  };
};

export type MaterialFiles = Awaited<ReturnType<typeof createMaterialFiles>>;
