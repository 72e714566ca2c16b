import type { UploadedMaterial, UploadTexts } from '@fleet-bot/protocol';

import { onEachSite, type CommonOptions } from '../run';

const WIDTH = 30;
const MEGABYTE = 1_000_000;

/** A bar that grows, on a terminal only. */
const progressOf = (source: string) => {
  if (!process.stderr.isTTY) return undefined;
  return ({ sent, total }: { sent: number; total?: number }) => {
    const full = total === undefined ? 0 : Math.round((WIDTH * sent) / total);
    const bar = '#'.repeat(full).padEnd(WIDTH, '.');
    const end = sent === total ? '\n' : '';
    process.stderr.write(`\r[${bar}] ${(sent / MEGABYTE).toFixed(1)} MB  ${source}${end}`);
  };
};

/** `fleet-bot upload <file or address...>` */
export const upload = (sources: string[], options: CommonOptions & UploadTexts) =>
  onEachSite(
    options,
    async ({ client }, isFleet) => {
      const { name, alternativeText, caption } = options;
      const uploaded: UploadedMaterial[] = [];
      for (const source of sources) {
        const from = /^https?:/.test(source) ? new URL(source) : source;
        const onProgress = isFleet ? undefined : progressOf(source);
        const texts = { name, alternativeText, caption };
        uploaded.push(await client.materials.upload(from, { ...texts, onProgress }));
      }
      return uploaded;
    },
    (uploaded) => uploaded.map(({ id, type, url }) => `${id}  ${type}  ${url}`)
  );
