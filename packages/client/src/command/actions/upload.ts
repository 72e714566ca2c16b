import type { UploadTexts } from '@fleet-bot/protocol';

import type { CommonOptions } from '../run';

import { onEachItem } from './items';

const WIDTH = 30;
const MEGABYTE = 1_000_000;

/** Creates a callback that draws a progress bar on standard error; undefined without a terminal. */
const progressOf = (source: string) => {
  if (!process.stderr.isTTY) return undefined;
  return ({ sent, total }: { sent: number; total?: number }) => {
    const full = total === undefined ? 0 : Math.round((WIDTH * sent) / total);
    const bar = '#'.repeat(full).padEnd(WIDTH, '.');
    const end = sent === total ? '\n' : '';
    process.stderr.write(`\r[${bar}] ${(sent / MEGABYTE).toFixed(1)} MB  ${source}${end}`);
  };
};

/** `fleet-bot upload <source...>`: uploads files by path, and files that the site fetches by URL. */
export const upload = (sources: string[], options: CommonOptions & UploadTexts) =>
  onEachItem(
    sources,
    options,
    ({ client }, source, isFleet) => {
      const { name, alternativeText, caption } = options;
      const from = /^https?:/.test(source) ? new URL(source) : source;
      const onProgress = isFleet ? undefined : progressOf(source);
      return client.materials.upload(from, { name, alternativeText, caption, onProgress });
    },
    ({ id, type, url }) => [`${id}  ${type}  ${url}`]
  );
