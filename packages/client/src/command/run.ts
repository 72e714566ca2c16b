import { inParallel } from '../parallel';

import { createPrinter, failureOf, type FailedItem, type Outcome } from './output';
import { sitesOf, type Site, type SiteEntry, type SiteOptions } from './sites';

export interface CommonOptions extends SiteOptions {
  /** Number of sites that are processed at the same time. */
  parallel: number;
  json?: boolean;
  /** Whether the command handles Ctrl-C itself, for example to clean up. Otherwise the process exits at once. */
  endsItself?: boolean;
}

export interface Run<Result> {
  isFleet: boolean;
  /** Signal that aborts on SIGINT (Ctrl-C) and SIGTERM. */
  signal: AbortSignal;
  /** Stores a partial result, to be printed if the command fails on this site or is interrupted. */
  keep: (partial: Result) => void;
}

/** Milliseconds after which the next site starts although a site is not done, so that a dead site blocks no others. */
const PLACE = 10_000;

/** Runs `work` on each site, prints each outcome at once, and sets the exit code. @throws UsageError without sites */
export const onEachSite = async <Result>(
  options: CommonOptions,
  work: (site: Site, run: Run<Result>) => Promise<Result>,
  show?: (result: Result) => (string | FailedItem)[],
  exitOf: (result: Result) => number = () => 0
): Promise<void> => {
  const sites = await sitesOf(options);
  const { fleet, json = false, endsItself, parallel } = options;
  const isFleet = fleet !== undefined;
  const { printOutcome, printEnd } = createPrinter({ json, isFleet }, show);
  const controller = new AbortController();
  const { signal } = controller;
  const interrupted = new Promise<never>((_resolve, reject) => {
    const interrupt = () => {
      controller.abort(Object.assign(new Error('not all is done'), { code: 'interrupted' }));
      reject(signal.reason as Error);
    };
    process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  });
  interrupted.catch(() => undefined);

  const onSite = async ({ name, open }: SiteEntry): Promise<Outcome<Result>> => {
    let outcome: Outcome<Result>;
    let partial: Result | undefined;
    try {
      signal.throwIfAborted();
      const keep = (kept: Result) => (partial = kept);
      const working = open().then((site) => work(site, { isFleet, signal, keep }));
      const result = await (endsItself ? working : Promise.race([working, interrupted]));
      outcome = { site: name, result, exit: exitOf(result) };
    } catch (error) {
      outcome = { site: name, ...failureOf(error), result: partial };
    }
    printOutcome(outcome);
    return outcome;
  };

  const running: Promise<Outcome<Result>>[] = [];
  await inParallel(sites, parallel, async (site) => {
    const done = onSite(site);
    running.push(done);
    await Promise.race([done, new Promise((resolve) => setTimeout(resolve, PLACE).unref())]);
  });
  const outcomes = await Promise.all(running);
  printEnd(outcomes);
  process.exitCode = Math.max(0, ...outcomes.map(({ exit }) => exit));
  // Pending requests of an interrupted command would keep the process alive.
  if (signal.aborted && !endsItself) process.exit();
};
