import { readFile } from 'node:fs/promises';
import path from 'node:path';

import type { Bot } from '../bot';
import { fileRow, storedNames, type FileRow } from '../database';
import type { Site } from '../site';

/** A stored image file. */
export interface StoredImage {
  name: string;
  ext: string;
  bytes: Buffer;
}

/** Result of an upload. */
export interface Uploaded {
  answer: { id: string; url: string; type: string; convertedFrom?: string };
  row: FileRow;
  original: StoredImage;
  formats: StoredImage[];
}

/** Uploads an image and reads all its stored files. */
export const uploadImage = async (
  site: Site,
  bot: Bot,
  content: Buffer,
  name: string
): Promise<Uploaded> => {
  const answer = await bot.upload({ name, content, mime: 'application/octet-stream' });
  const row = await fileRow(site, answer.id);
  const read = async (stored: string): Promise<StoredImage> => ({
    name: stored,
    ext: path.extname(stored),
    bytes: await readFile(path.join(site.uploadsDir, stored)),
  });
  const original = row.hash + row.ext;
  const others = storedNames(row).filter((stored) => stored !== original);
  return {
    answer,
    row,
    original: await read(original),
    formats: await Promise.all(others.map(read)),
  };
};
