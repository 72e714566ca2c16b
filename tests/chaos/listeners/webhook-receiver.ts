import { setTimeout as pause } from 'node:timers/promises';

import { SECRET, startReceiver, type Reply } from '../../changes/receiver';
import type { Random } from '../../support/random';
import type { Ask } from '../ask';

/** One webhook in so many is not taken when it comes first: some are refused, some are cut off. */
const REFUSED = 0.02;
const CUT_OFF = 0.02;
/** A lease of an instance that died is free after 30 seconds, and a third try comes after five minutes. */
const PATIENCE_MILLISECONDS = 420_000;

/** A receiver of webhooks that sometimes fails, as receivers do. */
export const createWebhookReceiver = async (random: Random) => {
  const receiver = await startReceiver();
  // Each at most once: the third try of one would come after five minutes.
  const failed = new Set<string>();
  receiver.answer(({ id }): Reply => {
    if (failed.has(id)) return 204;
    const lot = random.between(0, 999) / 1_000;
    if (lot >= REFUSED + CUT_OFF) return 204;
    failed.add(id);
    return lot < REFUSED ? 500 : 'hang-up';
  });

  return {
    /** What a site needs to know of it. */
    settings: { BOT_WEBHOOK_URL: receiver.url, BOT_WEBHOOK_SECRET: SECRET },

    /** All that it has taken, in the order in which it came; what came twice is there twice. */
    taken: () => receiver.arrived.filter(({ status }) => status === 204),

    /** How often it has failed on purpose. */
    failures: () => failed.size,

    /** Waits until the site says that it has told all; not for ever. */
    async untilTold(ask: Ask): Promise<void> {
      const deadline = Date.now() + PATIENCE_MILLISECONDS;
      while (Date.now() < deadline) {
        const { body } = await ask({ method: 'GET', path: '/api/bot/webhooks' });
        const [{ behind, waiting }] = body as { behind: number; waiting: number }[];
        if (behind + waiting === 0) return;
        await pause(200);
      }
    },

    stop: () => receiver.stop(),
  };
};

export type WebhookReceiver = Awaited<ReturnType<typeof createWebhookReceiver>>;
