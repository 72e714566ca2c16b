import type { Damage } from '../support/audit';
import { createSendWithRetries } from './send-with-retries';
import { auditAtRest, auditOverHttp, findTemporary } from './audit';
import { createBot } from './bot';
import type { ChaosSite } from './chaos-site';
import { createClusterSite } from './cluster-site';
import { createEditor } from './editor';
import { hurtAgainAndAgain } from './hurt';
import { createLedger, type Ledger } from './ledger';
import { auditListeners } from './listeners/audit';
import { createFeedReader } from './listeners/feed-reader';
import { createWebhookReceiver } from './listeners/webhook-receiver';
import { readOptions, type Options } from './options';
import { createRandom } from '../support/random';
import { formatReport } from './report';
import { makeSamples } from './samples';
import { letTheGracePass } from './settle';
import { createSharedBot } from './shared-bot';
import { createSharedWorks, type SharedWorks } from './shared-works';
import { createSingleSite } from './single-site';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs the audit twice: right after the faults, and after the site has cleaned up. */
const auditTwice = async (
  ledger: Ledger,
  shared: SharedWorks,
  site: ChaosSite,
  request: ReturnType<typeof createSendWithRetries>
): Promise<{ damage: Damage[]; leftBehind: number }> => {
  const damage = await auditOverHttp(ledger, request, site.url);
  await site.stop();
  const first = await auditAtRest(ledger, shared, site);
  const { before, after } = await letTheGracePass(site);
  const last = await auditAtRest(ledger, shared, site);
  const isNew = ({ kind, detail }: Damage): boolean =>
    !first.some((one) => one.kind === kind && (one.detail === detail || /history$/.test(kind)));
  const undone = Array.from({ length: after }, () => ({
    kind: 'removal not done',
    detail: site.log.slice(-500),
  }));
  const temporary = await Promise.all(site.temporaryDirs.map(findTemporary));
  const deaths = site.ownDeaths.map((detail) => ({ kind: 'server ended by itself', detail }));
  return {
    damage: [
      ...ledger.damage,
      ...damage,
      ...first,
      ...last.filter(isNew),
      ...undone,
      ...temporary.flat(),
      ...deaths,
    ],
    leftBehind: before,
  };
};

/** Creates bots with their own publications, and pairs of a bot and an editor with shared ones. */
const createWorkers = async (
  { bots, pairs, seed }: Options,
  ledger: Ledger,
  shared: SharedWorks,
  url: string
) => {
  const samples = await makeSamples();
  let number = 0;
  const tools = (kind: string) => {
    number += 1;
    const random = createRandom(seed + number);
    const request = createSendWithRetries(url, ledger, random);
    return {
      name: `${kind}${number}`,
      url,
      request,
      ledger,
      random,
      samples,
      shared,
      hasTrash: true,
    };
  };
  return [
    ...Array.from({ length: bots }, () => createBot(tools('bot'))),
    ...Array.from({ length: pairs }, () => createSharedBot(tools('shared'))),
    ...Array.from({ length: pairs }, () => createEditor(tools('editor'))),
  ];
};

/** Runs bots and editors on a site with faults. @returns the exit code */
export const main = async (args: string[]): Promise<number> => {
  const options = readOptions(args);
  const { cluster, kills, bots, pairs, seed } = options;
  print(`Chaos: ${kills} faults, ${bots} bots, ${pairs} pairs, seed ${seed}`);
  const random = createRandom(seed);
  const webhooks = await createWebhookReceiver(createRandom(seed));
  const site = await (cluster ? createClusterSite : createSingleSite)(random, webhooks.settings);
  const onSignal = (): void => void site.end(true).then(() => process.exit(130));
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);

  const ledger = createLedger();
  const shared = createSharedWorks();
  let isKept = true;
  try {
    await site.start();
    const workers = await createWorkers(options, ledger, shared, site.url);
    const request = createSendWithRetries(site.url, ledger, random);
    const feed = createFeedReader({ request, ledger, random: createRandom(seed) });
    let isOver = false;
    let said = 0;
    const working = Promise.all([...workers, feed].map((worker) => worker.work(() => isOver)));
    const faults = await Promise.race([
      hurtAgainAndAgain(site, random, options, (done) => {
        const { counts, damage } = ledger;
        for (const { kind, detail } of damage.slice(said)) print(`! ${kind}: ${detail}`);
        said = damage.length;
        if (done % 10 === 0)
          print(`${done} faults, ${counts.requests} requests, damage ${damage.length}`);
      }),
      working.then(() => Promise.reject(new Error('The bots ended by themselves'))),
    ]);
    isOver = true;
    await working;
    ledger.damage.push(...(await auditListeners(ledger.publications, feed, webhooks, request)));
    Object.assign(ledger.counts, {
      changesRead: (await feed.finish()).length,
      webhooksTaken: webhooks.taken().length,
      webhooksFailed: webhooks.failures(),
    });
    const { damage, leftBehind } = await auditTwice(ledger, shared, site, request);
    print(formatReport(ledger, shared, faults, leftBehind, damage));
    isKept = damage.length > 0;
    if (isKept) print(`What is left of the data is in ${site.root}`);
    return isKept ? 1 : 0;
  } finally {
    await site.end(isKept);
    await webhooks.stop();
  }
};
