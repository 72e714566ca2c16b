import path from 'node:path';

import _ from 'lodash';

import { UserFacingError } from '../scripts/terminal.mjs';

import { closedLoop, median, percentile, timeOf } from './load.mjs';
import { markdownTable, print, logProgress, seconds } from './report.mjs';
import { allRows } from './rows.mjs';
import { storedFiles } from './samples/stored-files.mjs';
import { fill } from './sides/actions.mjs';
import { startEarlier, startSite, startStock, stopAll } from './sites.mjs';

const WARM_UP_CONCURRENCY = 8;
/** Share of the requests that a quick run sends. */
const QUICK_SHARE = 1 / 3;
/** Highest CPU ratio against an earlier commit: 5 % is noise. */
const NOISE_RATIO = 1.05;

const HEAD =
  'row | at | side | req/s | p50 ms | p99 ms | CPU ms | queries | with BEGIN, COMMIT | x floor | CPU ratio | at most | met';

const chosen = (rows, only) => {
  const names = rows.map(({ name }) => name);
  const unknown = only?.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new UserFacingError(`There is no row "${unknown}"; there are ${names.join(', ')}`);
  }
  return rows.filter(({ name }) => only === undefined || only.includes(name));
};

/** Jobs per worker on one side before the other side runs, so that a slow machine slows both sides. */
const TURN = 20;

/**
 * Measures a row once, on all sides in turn.
 *
 * @param {number} round number of this measurement. Every other one begins with the other side, because the side whose
 * jobs were prepared last costs some 3 % less.
 * @returns values per job for each side: rate per second, latencies at the client, CPU of the server with its
 * background work, and queries, with and without statements such as BEGIN and COMMIT.
 */
const measure = async (row, sites, concurrency, count, round = 0) => {
  const requestAll = async (name, argument) => {
    const answers = [];
    for (const { server } of sites) answers.push(await server.request(name, argument));
    return answers;
  };
  await requestAll('switchFastPath', !row.isSlow);
  const order = [...sites.entries()];
  if (round % 2 === 1) order.reverse();
  const jobs = [];
  for (const [index, site] of order) jobs[index] = await row.prepare(site, count);
  const taken = sites.map(() => ({ milliseconds: 0, latencies: [] }));

  await requestAll('settle');
  const before = await requestAll('read');
  for (let at = 0; at < count; at += TURN * concurrency) {
    for (const [index, site] of order) {
      const some = jobs[index].slice(at, at + TURN * concurrency);
      const turn = await closedLoop(some, concurrency, (job) => row.run(site, job));
      taken[index].milliseconds += turn.milliseconds;
      taken[index].latencies.push(...turn.latencies);
    }
  }
  await requestAll('settle');
  const after = await requestAll('read');

  return sites.map((_site, index) => {
    const { milliseconds, latencies } = taken[index];
    const ofOne = (name) => (after[index][name] - before[index][name]) / count;
    return {
      rate: (count * 1000) / milliseconds,
      latencies,
      cpu: ofOne('cpu'),
      queries: ofOne('queries'),
      statements: ofOne('queries') + ofOne('transactionStatements'),
    };
  });
};

/** Combines several rounds: medians of the rounds, percentiles of all requests. */
const summarise = (rounds) => {
  const latencies = rounds.flatMap((round) => round.latencies);
  const middle = (name) => median(rounds.map((round) => round[name]));
  return {
    cpu: middle('cpu'),
    cells: [
      middle('rate').toFixed(1),
      percentile(latencies, 0.5).toFixed(1),
      percentile(latencies, 0.99).toFixed(1),
      middle('cpu').toFixed(2),
      middle('queries').toFixed(1),
      middle('statements').toFixed(1),
    ],
  };
};

/** Most rounds of a row whose ratio stays close to its target, as a multiple of the rounds of others. */
const LONGEST = 4;

/** Standard error of the median of ratios, as a share of it; not a number for a single one. */
const errorOf = (ratios) => {
  const logs = ratios.map(Math.log);
  const squares = _.sumBy(logs, (log) => (log - _.mean(logs)) ** 2);
  // The median of normally distributed values varies 1.25 times as much as their mean.
  return (1.25 * Math.sqrt(squares / (logs.length - 1))) / Math.sqrt(logs.length);
};

/** Whether the ratio is above or below the target by more than twice its error. */
const isClear = (ratios, target) =>
  target === undefined || Math.abs(Math.log(median(ratios) / target)) > 2 * errorOf(ratios);

/** Measures a row at one concurrency, until it is clear whether the row meets its target. */
const compareRow = async (row, sites, concurrency, { rounds, longest, share, against }) => {
  const count = Math.ceil((row.counts[concurrency] ?? row.counts[8]) * share);
  const target = against === undefined ? row.target : NOISE_RATIO;
  const most = row.mayTakeLonger ? longest : rounds;
  const measured = [];
  const ratios = [];
  while (ratios.length < rounds || (ratios.length < most && !isClear(ratios, target))) {
    const sides = await measure(row, sites, concurrency, count, ratios.length);
    measured.push(sides);
    ratios.push(sides[0].cpu / sides[1].cpu);
  }
  const [now, other] = _.zip(...measured).map(summarise);
  return { row, concurrency, now, other, target, ratio: median(ratios), error: errorOf(ratios) };
};

/** Rows whose CPU time is reported as a multiple of a floor, the cheapest possible request. */
const FLOORS = {
  'floor-read': ['list', 'get', 'changes'],
  'floor-write': ['create', 'publish', 'change', 'delete'],
};

/** CPU time of a row as a multiple of its floor, for both sides; empty if the floor was not measured. */
const timesFloor = (results, { row, concurrency, now, other }) => {
  const floor = results.find(
    (one) => FLOORS[one.row.name]?.includes(row.name) && one.concurrency === concurrency
  );
  const ratio = (side, least) => (floor === undefined ? '' : (side.cpu / least.cpu).toFixed(1));
  return [ratio(now, floor?.now), ratio(other, floor?.other)];
};

const withError = (ratio, error) =>
  Number.isNaN(error) ? ratio.toFixed(2) : `${ratio.toFixed(2)} ± ${(ratio * error).toFixed(2)}`;

/** Table of both sides, with a verdict per row: within its target, or within the noise against an earlier commit. */
const report = (results, against) =>
  markdownTable(
    HEAD.split(' | '),
    results.flatMap((result) => {
      const { row, concurrency, now, other, target, ratio, error } = result;
      const [floors, otherFloors] = timesFloor(results, result);
      const verdict = target ? [target.toFixed(2), ratio <= target ? 'yes' : 'NO'] : ['', ''];
      const cells = [...now.cells, floors, withError(ratio, error), ...verdict];
      return [
        [row.title, concurrency, 'this site', ...cells],
        ['', concurrency, against ?? 'Strapi', ...other.cells, otherFloors, '', '', ''],
      ];
    })
  );

/** `npm run bench`: compares this site with Strapi's own routes or with an earlier commit, and prints a table. */
export const run = async (folder, { quick, at = ['1', '8'], against, ...rest }) => {
  const share = quick ? QUICK_SHARE : 1;
  const rounds = Number(rest.rounds ?? (quick ? 1 : 6));
  const options = { rounds, longest: quick ? rounds : LONGEST * rounds, share, against };
  const files = storedFiles(folder);
  const rows = chosen(await allRows(folder, files), rest.only);

  const [here, there] = ['now', 'other'].map((name) => path.join(folder, name));
  const sites = [];
  try {
    sites.push(await startSite(here));
    sites.push(await (against === undefined ? startStock(there) : startEarlier(there, against)));
    for (const site of sites) await fill(site, files);
    const results = [];
    for (const row of rows) {
      // Warms up until the code of both sides is compiled.
      const count = Math.ceil(row.counts.warmUp * share);
      await measure(row, sites, WARM_UP_CONCURRENCY, count);
      for (const concurrency of at.map(Number)) {
        const took = await timeOf(async () => {
          results.push(await compareRow(row, sites, concurrency, options));
        });
        const { now, other, ratio, error } = results.at(-1);
        logProgress(
          `${row.name} at ${concurrency}: CPU ${now.cpu.toFixed(2)} ms against ${other.cpu.toFixed(2)} ms, ` +
            `ratio ${withError(ratio, error)} (${seconds(took)})`
        );
      }
    }
    print(report(results, against));
  } finally {
    await stopAll(sites);
  }
};
