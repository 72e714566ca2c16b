import { createAsk, type Ask } from '../chaos/ask';
import { auditPublicationsOverHttp, damageOfMaterials, damageOfPublications } from '../chaos/audit';
import { createBot } from '../chaos/bot';
import { createLedger, type Ledger } from '../chaos/ledger';
import { createRandom } from '../support/random';
import { makeSamples } from '../chaos/samples';
import { damageOf, type Damage, type State } from '../support/audit';

/** Bots that go on until they are told to stop. */
export interface WorkingBots {
  /** What they were told so far. */
  ledger: Ledger;
  /** Asks as they do, again and again. */
  ask: Ask;
  /** Lets each finish what it is at. */
  stop: () => Promise<void>;
}

/** Lets retrying bots upload, create, publish, unpublish and delete through one address. */
export const startBots = async (
  url: string,
  { bots, seed }: { bots: number; seed: number }
): Promise<WorkingBots> => {
  const ledger = createLedger();
  const samples = await makeSamples();
  let isOver = false;
  const working = Array.from({ length: bots }, (_, index) => {
    const random = createRandom(seed + index);
    const ask = createAsk(url, ledger, random);
    const tools = { ask, ledger, random, samples, hasTrash: false };
    return createBot({ name: `bot${index + 1}`, ...tools }).work(() => isOver);
  });
  return {
    ledger,
    ask: createAsk(url, ledger, createRandom(seed)),
    async stop() {
      isOver = true;
      await Promise.all(working);
    },
  };
};

/** What is not as the bots were told, in the stores and over HTTP. The instances run, at rest. */
export const findDamage = async ({ ledger, ask }: WorkingBots, state: State): Promise<Damage[]> => [
  ...ledger.damage,
  ...damageOf(state),
  ...damageOfPublications(ledger, state),
  ...damageOfMaterials(ledger, state),
  ...(await auditPublicationsOverHttp(ledger, ask)),
];
