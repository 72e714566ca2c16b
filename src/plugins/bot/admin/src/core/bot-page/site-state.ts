import { usePolled } from '../http/use-polled';

/** What `GET /bot/overview/state` tells. */
export interface State {
  site: string;
  contentType: string;
  token: 'set' | 'missing';
  isPreviousTokenAccepted: boolean;
  requests: {
    lastRequestAt: number | null;
    lastSuccessAt: number | null;
    hours: Record<string, { requests: number; refused: Record<string, number> }>;
  };
  database: { ok: boolean; client: string };
  storage: { ok: boolean; provider: string };
  workers: { here: boolean; late: number; stuck: number };
  webhooks: {
    url: string;
    behind: number;
    waiting: number;
    dead: number;
    disabledAt: string | null;
  }[];
  addresses: { api: string; health: string; panel: string };
  switches: {
    pause: { since: string; by: string | null } | null;
    protectEditors: boolean | null;
    protectEditorsConfigured: boolean;
  };
}

export const useSiteState = () => usePolled<State>('/bot/overview/state', 15);

const DAY_MILLISECONDS = 86_400_000;

/** Whether a bot that has been here has not asked for a day. */
export const isSilent = ({ token, requests }: State): boolean =>
  token === 'set' &&
  requests.lastRequestAt !== null &&
  Date.now() - requests.lastRequestAt > DAY_MILLISECONDS;

/** How many requests were refused since a time, by the code of the error; the most frequent first. */
export const refusedSince = (
  { hours }: State['requests'],
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

/** When the present day began, for whoever looks. */
export const startOfDay = (offset = 0): Date => {
  const day = new Date();
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() + offset);
  return day;
};
