import { setTimeout as pause } from 'node:timers/promises';

import { SECRET, startReceiver, type Reply } from '../../changes/receiver';
import type { Random } from '../../support/random';
import type { SendWithRetries } from '../send-with-retries';

/** Share of webhooks that fail at first: rejected, or disconnected. */
const REFUSED = 0.02;
const CUT_OFF = 0.02;
/** Time limit in milliseconds: a dead instance's lease ends after 30 seconds, and a third attempt follows after 5 minutes. */
const PATIENCE_MILLISECONDS = 420_000;

/** Starts a webhook receiver that sometimes fails. */
export const createWebhookReceiver = async (random: Random) => {
  const receiver = await startReceiver();
  // Each webhook fails at most once, because a third attempt would follow only after five minutes.
  const failed = new Set<string>();
  receiver.answer(({ id }): Reply => {
    if (failed.has(id)) return 204;
    const lot = random.between(0, 999) / 1_000;
    if (lot >= REFUSED + CUT_OFF) return 204;
    failed.add(id);
    return lot < REFUSED ? 500 : 'hang-up';
  });

  return {
    /** Environment variables for the site. */
    settings: { BOT_WEBHOOK_URL: receiver.url, BOT_WEBHOOK_SECRET: SECRET },

    /** All accepted webhooks in order of arrival, including repeats. */
    taken: () => receiver.arrived.filter(({ status }) => status === 204),

    /** Number of intended failures. */
    failures: () => failed.size,

    /** Waits until the site reports that all changes were sent, up to a time limit. */
    async waitForAll(request: SendWithRetries): Promise<void> {
      const deadline = Date.now() + PATIENCE_MILLISECONDS;
      while (Date.now() < deadline) {
        const { body } = await request({ method: 'GET', path: '/api/bot/webhooks' });
        const [{ behind, waiting }] = body as { behind: number; waiting: number }[];
        if (behind + waiting === 0) return;
        await pause(200);
      }
    },

    stop: () => receiver.stop(),
  };
};

export type WebhookReceiver = Awaited<ReturnType<typeof createWebhookReceiver>>;
