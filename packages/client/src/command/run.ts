import { inParallel } from '../parallel';

import { createPrinter, failureOf, type FailedItem, type Outcome } from './output';
import { sitesOf, type Site, type SiteEntry, type SiteOptions } from './sites';

/** What every command takes. */
export interface CommonOptions extends SiteOptions {
  parallel: number;
  json?: boolean;
  /** Whether the work ends by itself when it is interrupted, to clean up. */
  endsItself?: boolean;
}

export interface Run<Result> {
  isFleet: boolean;
  /** Aborts on Ctrl-C. */
  signal: AbortSignal;
  /** Sets the result that is printed if the work fails or is interrupted; the work may add to it later. */
  keep: (partial: Result) => void;
}

/** Milliseconds after which a site makes room for the next one, so that a dead site holds nothing up. */
const PLACE = 10_000;

/** Does something on each site, and prints what became of it as soon as the site is done. */
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
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  interrupted.catch(() => undefined);
  const interrupt = () =>
    controller.abort(Object.assign(new Error('not all is done'), { code: 'interrupted' }));
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);

  const onSite = async ({ name, open }: SiteEntry): Promise<Outcome<Result>> => {
    let partial: Result | undefined;
    let outcome: Outcome<Result>;
    try {
      signal.throwIfAborted();
      const keep = (kept: Result) => (partial = kept);
      const working = open().then((site) => work(site, { isFleet, signal, keep }));
      const result = await (endsItself ? working : Promise.race([working, interrupted]));
      outcome = { site: name, result, exit: exitOf(result) };
    } catch (error) {
      outcome = { ...failureOf(name, error), result: partial };
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
  // Requests that nobody waits for any more would keep the process.
  if (signal.aborted && !endsItself) process.exit();
};
