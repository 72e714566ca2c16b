import path from 'node:path';

import _ from 'lodash';

import { UserFacingError } from '../scripts/terminal.mjs';

import { closedLoop, median, percentile, timeOf } from './load.mjs';
import { isClear, ratioOf } from './ratios.mjs';
import { markdownTable, print, logProgress, seconds } from './report.mjs';
import { allRows } from './rows.mjs';
import { storedFiles } from './samples/stored-files.mjs';
import { fill } from './sides/actions.mjs';
import { builtCheckout, startEarlier, startSite, startStock, stopAll } from './sites.mjs';
import { removeFolder } from './temporary-folder.mjs';

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

/** Most pairs of servers that measure a row whose ratio stays close to its target. */
const MOST_PAIRS = 4;

/** Measurements of both sides as one: the medians and percentiles of all rounds. */
const sidesOf = ({ pairs }) => _.zip(...pairs.flat()).map(summarise);

/** Rows whose CPU time is reported as a multiple of a floor, the cheapest possible request. */
const FLOORS = {
  'floor-read': ['list', 'get', 'changes'],
  'floor-write': ['create', 'publish', 'change', 'delete'],
};

/** CPU time of a row as a multiple of its floor, for both sides; empty if the floor was not measured. */
const timesFloor = (results, { row, concurrency }, sides) => {
  const floor = results.find(
    (one) => FLOORS[one.row.name]?.includes(row.name) && one.concurrency === concurrency
  );
  const least = floor && sidesOf(floor);
  return sides.map(({ cpu }, index) => (least ? (cpu / least[index].cpu).toFixed(1) : ''));
};

const withError = ({ ratio, error }) => `${ratio.toFixed(2)} ± ${(ratio * error).toFixed(2)}`;

/** Table of both sides, with a verdict per row: within its target, or within the noise against an earlier commit. */
const report = (results, against) =>
  markdownTable(
    HEAD.split(' | '),
    results.flatMap((result) => {
      const { row, concurrency, target } = result;
      const [now, other] = sidesOf(result);
      const [floors, otherFloors] = timesFloor(results, result, [now, other]);
      const measured = ratioOf(result);
      const verdict = target
        ? [target.toFixed(2), measured.ratio <= target ? 'yes' : 'NO']
        : ['', ''];
      const cells = [...now.cells, floors, withError(measured), ...verdict];
      return [
        [row.title, concurrency, 'this site', ...cells],
        ['', concurrency, against ?? 'Strapi', ...other.cells, otherFloors, '', '', ''],
      ];
    })
  );

/** Starts both sides with the same content, and deletes all of theirs after `work`. */
const withPair = async (folder, { files, checkout }, work) => {
  const [here, there] = ['now', 'other'].map((name) => path.join(folder, name));
  const sites = [];
  try {
    sites.push(await startSite(here));
    sites.push(await (checkout === undefined ? startStock(there) : startEarlier(there, checkout)));
    for (const site of sites) await fill(site, files);
    await work(sites);
  } finally {
    await stopAll(sites);
    removeFolder(folder);
  }
};

/** Measures rows on one pair of servers, and adds the measurements to their results. */
const measureRows = async (sites, results, { rounds, share }) => {
  for (const ofRow of Object.values(_.groupBy(results, 'row.name'))) {
    const [{ row }] = ofRow;
    // Warms up until the code of both sides is compiled.
    await measure(row, sites, WARM_UP_CONCURRENCY, Math.ceil(row.counts.warmUp * share));
    for (const result of ofRow) {
      const { concurrency, pairs } = result;
      const count = Math.ceil((row.counts[concurrency] ?? row.counts[8]) * share);
      const measured = [];
      const took = await timeOf(async () => {
        while (measured.length < rounds) {
          measured.push(await measure(row, sites, concurrency, count, measured.length));
        }
      });
      pairs.push(measured);
      const [now, other] = sidesOf({ pairs: [measured] });
      logProgress(
        `${row.name} at ${concurrency}: CPU ${now.cpu.toFixed(2)} ms against ${other.cpu.toFixed(2)} ms, ` +
          `ratio ${withError(ratioOf({ pairs: [measured] }))} (${seconds(took)})`
      );
    }
  }
};

/** `npm run bench`: compares this site with Strapi's own routes or with an earlier commit, and prints a table. */
export const run = async (folder, { quick, at = ['1', '8'], against, ...rest }) => {
  const options = {
    rounds: Number(rest.rounds ?? (quick ? 1 : 6)),
    share: quick ? QUICK_SHARE : 1,
  };
  const files = storedFiles(folder);
  const checkout = against && builtCheckout(folder, against);
  const results = chosen(await allRows(folder, files), rest.only).flatMap((row) =>
    at.map((concurrency) => ({
      row,
      concurrency: Number(concurrency),
      target: against === undefined ? row.target : NOISE_RATIO,
      pairs: [],
    }))
  );
  let open = results;
  for (let pair = 1; pair <= (quick ? 1 : MOST_PAIRS) && open.length > 0; pair += 1) {
    await withPair(path.join(folder, `pair-${pair}`), { files, checkout }, (sites) =>
      measureRows(sites, open, options)
    );
    open = open.filter((result) => !isClear(result));
  }
  print(report(results, against));
};
