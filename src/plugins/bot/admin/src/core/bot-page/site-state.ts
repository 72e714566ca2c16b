import type { SiteState } from '@fleet-bot/protocol';

import { useAnswer } from '../http/use-answer';
import { useText } from '../texts/texts';

export const useSiteState = () => useAnswer<SiteState>('/bot/overview/state', { seconds: 15 });

/** Who has paused the bot, and when; undefined while it is not paused. */
export const usePauseText = (): string | undefined => {
  const { say, when } = useText();
  const pause = useSiteState().data?.switches.pause;
  if (!pause) return undefined;
  const { since, by } = pause;
  return say('page.switches.paused', { at: when(since), by: by ?? say('page.who.editor') });
};
