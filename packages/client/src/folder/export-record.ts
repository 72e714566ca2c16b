import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { z } from 'zod';

const FILE = '.fleet-bot.json';

const schema = z.object({
  site: z.string().describe('The address of the site'),
  texts: z.record(z.string(), z.string()).describe('Ids of publications, by their files'),
  files: z.array(z.string()).describe('Files that the publications use'),
});

/** A record of what an export wrote, kept in the folder itself. */
export type ExportRecord = z.infer<typeof schema>;

/** @returns undefined for a folder that no export has written */
export const readExportRecord = async (folder: string): Promise<ExportRecord | undefined> => {
  const text = await readFile(path.join(folder, FILE), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : schema.parse(JSON.parse(text));
};

export const exportRecordFile = (folder: string): string => path.join(folder, FILE);

/** Writes the same bytes for the same record. */
export const formatExportRecord = ({ site, texts, files }: ExportRecord): string => {
  const sorted = Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1));
  const record = { site, texts: Object.fromEntries(sorted), files: [...files].sort() };
  return `${JSON.stringify(record, null, 2)}\n`;
};

/** The address of a site as records have it. */
export const recordedAddress = (address: string): string =>
  new URL(address).href.replace(/\/+$/, '');
