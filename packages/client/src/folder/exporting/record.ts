import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { z } from 'zod';

const FILE = '.fleet-bot.json';

const schema = z.object({
  site: z.string().describe('The address of the site'),
  address: z.string().optional().describe('The pattern of public addresses, with :slug'),
  texts: z.record(z.string(), z.string()).describe('Ids of publications, by their files'),
  files: z.array(z.string()).describe('Files that the publications use'),
});

/** Record of the files that an export wrote. Stored in the folder as `.fleet-bot.json`. */
export type ExportRecord = z.infer<typeof schema>;

/** Reads the record of a folder, undefined if no export has written to it. @throws Error if the record is invalid */
export const readExportRecord = async (folder: string): Promise<ExportRecord | undefined> => {
  const text = await readFile(path.join(folder, FILE), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : schema.parse(JSON.parse(text));
};

export const exportRecordFile = (folder: string): string => path.join(folder, FILE);

/** Formats a record as JSON. Entries are sorted, so that equal records have equal bytes. */
export const formatExportRecord = ({ texts, files, ...site }: ExportRecord): string => {
  const sorted = Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1));
  const record = { ...site, texts: Object.fromEntries(sorted), files: [...files].sort() };
  return `${JSON.stringify(record, null, 2)}\n`;
};

/** Normalizes the URL of a site for records: without trailing slashes. */
export const recordedAddress = (address: string): string =>
  new URL(address).href.replace(/\/+$/, '');
