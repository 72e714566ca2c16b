import type { SiteState } from '@fleet-bot/protocol';

import { useAnswer } from '../http/use-answer';
import { useText } from '../texts/texts';

/** Loads the state of the site and its bot, and polls it every 15 seconds. */
export const useSiteState = () => useAnswer<SiteState>('/bot/overview/state', { seconds: 15 });

/** A sentence that says who has paused the bot and when. Undefined while the bot is not paused. */
export const usePauseText = (): string | undefined => {
  const { t, formatDateTime } = useText();
  const pause = useSiteState().data?.switches.pause;
  if (!pause) return undefined;
  const { since, by } = pause;
  return t('page.settings.paused', { at: formatDateTime(since), by: by ?? t('page.who.editor') });
};
