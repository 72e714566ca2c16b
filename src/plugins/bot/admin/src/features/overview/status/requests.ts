import type { SiteState } from '@fleet-bot/protocol';

import { hasText, type Key } from '../../../core/texts/texts';

const DAY_MILLISECONDS = 86_400_000;

/** Whether the bot has sent requests before, but none for a day. */
export const isSilent = ({ token, requests }: SiteState): boolean =>
  token === 'set' &&
  requests.lastRequestAt !== null &&
  Date.now() - requests.lastRequestAt > DAY_MILLISECONDS;

/** Counts rejected requests since a time, grouped by error code, the most frequent first. */
export const refusedSince = (
  { hours }: SiteState['requests'],
  since: Date
): (readonly [string, number])[] => {
  const counts = new Map<string, number>();
  for (const [hour, { refused }] of Object.entries(hours)) {
    if (new Date(`${hour}:59:59Z`) < since) continue;
    for (const [code, count] of Object.entries(refused)) {
      counts.set(code, (counts.get(code) ?? 0) + count);
    }
  }
  return [...counts].sort(([, one], [, other]) => other - one);
};

/** The key of the text that explains an error code. */
export const reasonOf = (code: string): Key => {
  const key = `page.rejected.${code}`;
  return hasText(key) ? key : 'page.rejected.other';
};
