import { inParallel } from '../parallel';

import { failureOf, printOutcomes } from './output';
import { sitesOf, type Site, type SiteOptions } from './sites';

/** What every command takes. */
export interface CommonOptions extends SiteOptions {
  parallel: number;
  json?: boolean;
}

/** Does something on each site, and prints what became of it. */
export const onEachSite = async <Result>(
  options: CommonOptions,
  work: (site: Site, isFleet: boolean) => Promise<Result>,
  show?: (result: Result) => string[],
  exitOf: (result: Result) => number = () => 0
): Promise<void> => {
  const sites = await sitesOf(options);
  const isFleet = options.fleet !== undefined;
  const outcomes = await inParallel(sites, options.parallel, async (site) => {
    try {
      const result = await work(site, isFleet);
      return { site: site.name, result, exit: exitOf(result) };
    } catch (error) {
      return failureOf(site.name, error);
    }
  });
  printOutcomes(outcomes, { json: options.json === true, isFleet }, show);
  process.exitCode = Math.max(0, ...outcomes.map(({ exit }) => exit));
};
