import { createSendWithRetries, type SendWithRetries } from '../chaos/send-with-retries';
import { auditPublicationsOverHttp, damageOfMaterials, damageOfPublications } from '../chaos/audit';
import { createBot } from '../chaos/bot';
import { createLedger, type Ledger } from '../chaos/ledger';
import { createRandom } from '../support/random';
import { makeSamples } from '../chaos/samples';
import { damageOf, type Damage, type State } from '../support/audit';

/** Bots that work until they are stopped. */
export interface WorkingBots {
  /** All answers that the bots got. */
  ledger: Ledger;
  /** Sends a request with retries, like the bots. */
  request: SendWithRetries;
  /** Stops the bots after their current operations. */
  stop: () => Promise<void>;
}

/** Starts bots with retries that upload, create, publish, unpublish and delete through one address. */
export const startBots = async (
  url: string,
  { bots, seed }: { bots: number; seed: number }
): Promise<WorkingBots> => {
  const ledger = createLedger();
  const samples = await makeSamples();
  let isOver = false;
  const working = Array.from({ length: bots }, (_, index) => {
    const random = createRandom(seed + index);
    const request = createSendWithRetries(url, ledger, random);
    const tools = { request, ledger, random, samples, hasTrash: false };
    return createBot({ name: `bot${index + 1}`, ...tools }).work(() => isOver);
  });
  return {
    ledger,
    request: createSendWithRetries(url, ledger, createRandom(seed)),
    async stop() {
      isOver = true;
      await Promise.all(working);
    },
  };
};

/** Compares the data and the HTTP answers with what the bots were told. The instances must be running without load. */
export const findDamage = async (
  { ledger, request }: WorkingBots,
  state: State
): Promise<Damage[]> => [
  ...ledger.damage,
  ...damageOf(state),
  ...damageOfPublications(ledger, state),
  ...damageOfMaterials(ledger, state),
  ...(await auditPublicationsOverHttp(ledger, request)),
];
