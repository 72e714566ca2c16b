import { useAnswer } from '../http/use-answer';
import { useText } from '../texts/texts-of';

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
  /** What the site runs without, as its version of Strapi does not do what it needs. */
  leftOut: string[];
  switches: {
    pause: { since: string; by: string | null } | null;
    protectEditors: boolean | null;
    protectEditorsConfigured: boolean;
  };
}

export const useSiteState = () => useAnswer<State>('/bot/overview/state', { seconds: 15 });

/** Who has paused the bot, and when; undefined while it is not paused. */
export const usePauseText = (): string | undefined => {
  const { say, when } = useText();
  const pause = useSiteState().data?.switches.pause;
  if (!pause) return undefined;
  const { since, by } = pause;
  return say('page.switches.paused', { at: when(since), by: by ?? say('page.who.editor') });
};
