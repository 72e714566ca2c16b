import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Damage } from '../support/audit';
import { createAsk } from './ask';
import { auditAtRest, auditOverHttp, findTemporary } from './audit';
import { createBot } from './bot';
import { killAgainAndAgain } from './kill';
import { createLedger } from './ledger';
import { readOptions } from './options';
import { createRandom } from './random';
import { formatReport } from './report';
import { makeSamples } from './samples';
import { createServerProcess, type Folders, type ServerProcess } from './server';
import { letTheGracePass } from './settle';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const makeFolders = async (): Promise<Folders & { root: string }> => {
  const root = await mkdtemp(path.join(tmpdir(), 'site-chaos-'));
  const folders = {
    root,
    databaseFile: path.join(root, 'data.db'),
    publicDir: path.join(root, 'public'),
    temporaryDir: path.join(root, 'temporary'),
  };
  await mkdir(path.join(folders.publicDir, 'uploads'), { recursive: true });
  await mkdir(folders.temporaryDir);
  return folders;
};

/** Two audits: of what the kills left, and of what is there when the site has cleaned up. */
const auditTwice = async (
  ledger: ReturnType<typeof createLedger>,
  folders: Folders,
  server: ServerProcess,
  ask: ReturnType<typeof createAsk>
): Promise<{ damage: Damage[]; leftBehind: number }> => {
  const told = await auditOverHttp(ledger, ask);
  await server.stop();
  const first = await auditAtRest(ledger, folders);
  const { before, after } = await letTheGracePass(folders, server);
  const last = await auditAtRest(ledger, folders);
  const isNew = ({ kind, detail }: Damage): boolean =>
    !first.some((one) => one.kind === kind && one.detail === detail);
  const undone = Array.from({ length: after }, () => ({
    kind: 'removal not done',
    detail: server.log.slice(-500),
  }));
  const temporary = await findTemporary(folders.temporaryDir);
  return {
    damage: [...ledger.damage, ...told, ...first, ...last.filter(isNew), ...undone, ...temporary],
    leftBehind: before,
  };
};

/** Runs bots against a server that is killed again and again. @returns the exit code */
export const main = async (args: string[]): Promise<number> => {
  const options = readOptions(args);
  print(`Chaos: ${options.kills} kills, ${options.bots} bots, seed ${options.seed}`);
  const folders = await makeFolders();
  const random = createRandom(options.seed);
  const server = await createServerProcess(folders, random);
  const onSignal = (): void => void server.kill9().then(() => process.exit(130));
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);

  const ledger = createLedger();
  const samples = await makeSamples();
  const bots = Array.from({ length: options.bots }, (_, index) => {
    const own = createRandom(options.seed + index + 1);
    return createBot({
      name: `bot${index + 1}`,
      ask: createAsk(server.url, ledger, own),
      ledger,
      random: own,
      samples,
    });
  });

  try {
    let isOver = false;
    const working = Promise.all(bots.map((bot) => bot.work(() => isOver)));
    const kills = await Promise.race([
      killAgainAndAgain(server, random, options, (made) => {
        if (made % 10 === 0)
          print(
            `${made} kills, ${ledger.counts.requests} requests, damage ${ledger.damage.length}`
          );
      }),
      working.then(() => Promise.reject(new Error('The bots ended by themselves'))),
    ]);
    isOver = true;
    await working;
    const { damage, leftBehind } = await auditTwice(
      ledger,
      folders,
      server,
      createAsk(server.url, ledger, random)
    );
    print(formatReport(ledger, kills, leftBehind, damage));
    if (damage.length > 0) {
      print(`Database and files are kept in ${folders.root}`);
      return 1;
    }
    await rm(folders.root, { recursive: true, force: true });
    return 0;
  } finally {
    await server.kill9();
  }
};
