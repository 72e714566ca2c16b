import { writeFile } from 'node:fs/promises';

import { check as checkSite, type CheckReport, type RuleResult } from '../../check/check';
import { cleanUp, type CleanedUp } from '../../check/clean-up';
import { expiredOf, junitOf, lineOf, summaryOf } from '../../check/report';
import { EXIT, print } from '../output';
import { onEachSite, type CommonOptions } from '../run';
import type { Site } from '../sites';

interface CheckCommandOptions extends CommonOptions {
  junit?: string;
  /** Whether public pages are checked; false with `--no-pages`. */
  pages: boolean;
  /** Whether the command only deletes the remains of killed checks. */
  clean?: boolean;
}

/** Verifies that the site answers and accepts the token. @throws BotError, so that the check is not started */
const assertReachable = async ({ client }: Site, signal: AbortSignal): Promise<void> => {
  await client.health({ signal });
  await client.call('listPublications', { query: { limit: 1 }, signal });
};

/** `fleet-bot check --clean`: deletes the remains of killed checks, without a new check. */
const clean = (options: CommonOptions) =>
  onEachSite<CleanedUp>(
    options,
    async (site, { signal }) => {
      await assertReachable(site, signal);
      return cleanUp({ ...site, signal });
    },
    expiredOf,
    ({ left }) => (left.length === 0 ? EXIT.done : EXIT.refused)
  );

/** `fleet-bot check <address>`: checks each site, prints the results, and writes a JUnit report with `--junit`. */
export const check = async (address: string | undefined, options: CheckCommandOptions) => {
  const { junit, json, pages } = options;
  const requested = { ...options, site: address ?? options.site, endsItself: true };
  if (options.clean) return clean(requested);
  const reports: CheckReport[] = [];
  await onEachSite<CheckReport>(
    requested,
    async (site, { isFleet, signal }) => {
      await assertReachable(site, signal);
      const onResult = (result: RuleResult) => !json && !isFleet && print(lineOf(result));
      const onEnd = () => process.stderr.write(`${site.name}: deleting what was made ...\n`);
      signal.addEventListener('abort', onEnd);
      const report = await checkSite({ ...site, pages, signal, onResult });
      signal.removeEventListener('abort', onEnd);
      reports.push(report);
      return report;
    },
    (report) => [
      ...(options.fleet === undefined
        ? ['']
        : report.rules.filter(({ result }) => result === 'broken').map(lineOf)),
      summaryOf(report),
    ],
    ({ ok }) => (ok ? EXIT.done : EXIT.refused)
  );
  if (junit !== undefined) await writeFile(junit, junitOf(reports));
};
