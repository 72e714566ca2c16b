import { useFetchClient } from '@strapi/strapi/admin';

import { useAction } from '../http/use-action';
import { useText } from '../texts/texts-of';

import { useSiteState } from './site-state';

interface Change {
  paused?: boolean;
  /** Null for what the site's configuration says. */
  protectEditors?: boolean | null;
}

/** What administrators can switch. */
export const useSwitches = () => {
  const { say } = useText();
  const { put } = useFetchClient();
  const { data, again } = useSiteState();
  const { isBusy, run } = useAction(again);
  const change = (changed: Change): void =>
    void run(() => put('/bot/overview/switches', changed), say('page.switches.saved'));
  return { switches: data?.switches, isBusy, change };
};
