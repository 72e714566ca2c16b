import { writeFile } from 'node:fs/promises';

import { check as checkSite, type CheckReport, type RuleResult } from '../../check/check';
import { junitOf, lineOf, summaryOf } from '../../check/report';
import { EXIT, print } from '../output';
import { onEachSite, type CommonOptions } from '../run';

interface CheckCommandOptions extends CommonOptions {
  junit?: string;
  /** False with `--no-pages`. */
  pages: boolean;
}

/** `fleet-bot check <address>` */
export const check = async (address: string | undefined, options: CheckCommandOptions) => {
  const { junit, json, pages } = options;
  const reports: CheckReport[] = [];
  await onEachSite<CheckReport>(
    { ...options, site: address ?? options.site, endsItself: true },
    async (site, { isFleet, signal }) => {
      // Of a site that is not there, that is all that can be told.
      await site.client.health({ signal });
      const onResult = (result: RuleResult) => !json && !isFleet && print(lineOf(result));
      const report = await checkSite({ ...site, pages, signal, onResult });
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
