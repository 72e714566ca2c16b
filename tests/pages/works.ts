import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Core } from '@strapi/strapi';

import type { TestFile } from '../support/files';

const WORK = 'api::work.work';

export interface WorkInput {
  title: string;
  slug: string;
  body?: string;
  language?: string;
  media?: number[];
}

/** Creates a draft like an editor. Returns its document id. */
export const writeDraft = async (strapi: Core.Strapi, work: WorkInput): Promise<string> =>
  (await strapi.documents(WORK).create({ data: work, status: 'draft' })).documentId;

/** Creates and publishes a work. Returns its document id. */
export const publishWork = async (strapi: Core.Strapi, work: WorkInput): Promise<string> => {
  const documentId = await writeDraft(strapi, work);
  await strapi.documents(WORK).publish({ documentId });
  return documentId;
};

export interface StoredTestFile {
  id: number;
  url: string;
}

/** Adds a file to the Media Library. */
export const storeFile = async (
  strapi: Core.Strapi,
  { name, content, mime }: TestFile,
  info: { alternativeText?: string; caption?: string } = {}
): Promise<StoredTestFile> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'stored-file-'));
  const filepath = path.join(folder, 'content');
  await writeFile(filepath, content);
  try {
    const files = { filepath, originalFilename: name, mimetype: mime, size: content.length };
    const stored: StoredTestFile[] = await strapi
      .plugin('upload')
      .service('upload')
      .upload({ data: { fileInfo: { name, ...info } }, files });
    if (!stored[0]) throw new Error(`${name} was not stored`);
    return stored[0];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Inserts many published works with SQL. `publishedAt` returns milliseconds for an index. */
export const insertPublished = async (
  strapi: Core.Strapi,
  count: number,
  publishedAt: (index: number) => number
): Promise<void> => {
  const rows = Array.from({ length: count }, (_, index) => {
    const date = new Date(publishedAt(index));
    return {
      documentId: `document${index}`,
      title: `Work ${index}`,
      slug: `work-${index}`,
      createdAt: date,
      updatedAt: date,
      publishedAt: date,
    };
  });
  for (let start = 0; start < count; start += 50) {
    await strapi.db.query(WORK).createMany({ data: rows.slice(start, start + 50) });
  }
};
