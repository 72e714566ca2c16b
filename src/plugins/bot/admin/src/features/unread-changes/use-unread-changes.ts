import { useAuth, useFetchClient } from '@strapi/strapi/admin';
import { useEffect, useRef } from 'react';

import { backendAddress } from '../../core/http/backend';

/** Milliseconds between two polls while the panel is visible. */
const POLL_MILLISECONDS = 5_000;
/** The number of polls after which the unread changes are requested, even if the polls have reported no new change. */
const POLLS_BETWEEN_DETAILS = 12;

interface Unread {
  latest: number;
}

/**
 * Asks the site every few seconds whether anything has changed. Requests the unread changes after a change, and
 * otherwise once a minute.
 * @param address the route for the unread changes; undefined to poll nothing
 * @param onChange called with each answer except the first
 */
export const useUnreadChanges = <Changes extends Unread>(
  address: string | undefined,
  onChange: (changes: Changes) => void
): void => {
  const { get } = useFetchClient();
  const token = useAuth('useUnreadChanges', (auth) => auth.token);
  const notify = useRef(onChange);
  useEffect(() => {
    notify.current = onChange;
  });

  useEffect(() => {
    if (address === undefined || !token) return undefined;
    const over = new AbortController();
    let known: number | undefined;
    let polls = 0;
    let timer: ReturnType<typeof setTimeout>;

    /**
     * Requests the number of the latest change with `fetch`, because the panel's own client would extend or end the
     * session.
     */
    const requestLatest = async (): Promise<number | undefined> => {
      const answer = await fetch(backendAddress('/bot/pulse'), {
        headers: { Authorization: `Bearer ${token}` },
        signal: over.signal,
      });
      return answer.ok ? ((await answer.json()) as { data: Unread }).data.latest : undefined;
    };

    const poll = async (): Promise<void> => {
      if (known === undefined) {
        const { data } = await get<{ data: Unread | null }>(address, { signal: over.signal });
        known = data.data?.latest;
        return;
      }
      polls += 1;
      const latest = await requestLatest();
      if (latest === undefined || (latest === known && polls % POLLS_BETWEEN_DETAILS !== 0)) return;
      const { data } = await get<{ data: Changes }>(address, {
        params: { after: known },
        signal: over.signal,
      });
      known = data.data.latest;
      notify.current(data.data);
    };

    const pollAgain = async (): Promise<void> => {
      if (document.visibilityState === 'visible') {
        // A failed poll is retried with the next one.
        await poll().catch(() => undefined);
      }
      if (!over.signal.aborted) timer = setTimeout(() => void pollAgain(), POLL_MILLISECONDS);
    };
    void pollAgain();
    return () => {
      over.abort();
      clearTimeout(timer);
    };
  }, [address, token, get]);
};
