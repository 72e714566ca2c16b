import { execFileSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');
const memory = JSON.stringify(path.join(root, 'dist/src/start/memory.js'));

/** Returns the engine's factors for its heap limits during garbage collection. Node 20 and 22 print them with each limit. */
const limitsIn = (program: string): string[] => {
  const said = execFileSync(process.execPath, ['--trace-gc-verbose', '-e', program]).toString();
  const factors = (line: RegExp) => [...said.matchAll(line)].map(([, factor]) => factor);
  const ofLimits = factors(/new limit: \d+ KB \((.*)\)/g);
  return ofLimits.length > 0 ? ofLimits : factors(/factor ([\d.]+) based on/g);
};

test('the heap is collected after the start, and again when it is three times as large', () => {
  const limits = limitsIn(`require(${memory}).settleMemory()`);
  expect(limits.length).toBeGreaterThan(0);
  expect(new Set(limits)).toEqual(new Set(['3.0']));
});

/** Simulates the site's check every minute: at the start, after work, and twice at rest. Prints the actions in between. */
const LOOKS = `
  let look;
  globalThis.setInterval = (work) => ({ unref: () => (look = work) });
  require(${memory}).settleMemory();
  const say = (what) => console.log('at ' + what);
  look();
  say('work');
  const used = () => process.cpuUsage().user + process.cpuUsage().system;
  for (const end = used() + 2_500_000; used() < end; );
  look();
  say('rest');
  look();
  say('rest, still');
  look();
  say('end');`;

test('it is collected again when the site has come to rest, and not while it works', () => {
  const said = execFileSync(process.execPath, ['--trace-gc', '-e', LOOKS]).toString();
  const parts = said.split(/^at .*$/m);
  const collections = parts.map((part) => part.match(/Mark-Compact/g)?.length ?? 0);
  expect(collections).toEqual([2, 0, 2, 0, 0]);
});

/** Measures the bytes in the old generation that some transactions leave, after others that settle the engine's estimates. */
const PROGRAM = `
  const { getHeapSpaceStatistics } = require('node:v8');
  const connection = { filename: ':memory:' };
  const knex = require('knex')({ client: 'better-sqlite3', connection, useNullAsDefault: true });
  const old = () =>
    getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space').space_used_size;
  const transactions = async (count) => {
    for (let done = 0; done < count; done += 1) await knex.transaction((trx) => trx.raw('SELECT 1'));
  };
  transactions(3000).then(async () => {
    gc();
    const before = old();
    await transactions(1500);
    console.log(old() - before);
    await knex.destroy();
  });`;

const leftBy = (program: string): number =>
  Number(execFileSync(process.execPath, ['--expose-gc', '-e', program], { cwd: root }).toString());

/** The last major version of Node whose engine allocates objects of a transaction in the old generation by prediction. */
const LAST_GUESSING = 22;

test('what a request needs is not put among what lives long', () => {
  const usually = leftBy(PROGRAM);
  const prepared = leftBy(`require(${memory}).prepareMemory();${PROGRAM}`);
  const isGuessing = Number.parseInt(process.versions.node, 10) <= LAST_GUESSING;
  expect(prepared).toBeLessThan((isGuessing ? 0.7 : 1.1) * usually);
});
