import { writeFile } from 'node:fs/promises';

import { check as checkSite, type CheckReport } from '../../check/check';
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
  const controller = new AbortController();
  const interrupt = () => {
    process.stderr.write('Interrupted: deleting what was made ...\n');
    controller.abort();
  };
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const { junit, json, pages } = options;
  const reports: CheckReport[] = [];
  await onEachSite(
    { ...options, site: address ?? options.site },
    async (site, isFleet) => {
      const isTold = !json && !isFleet;
      const report = await checkSite({
        address: site.address,
        token: site.token,
        pages,
        signal: controller.signal,
        onResult: (result) => isTold && print(lineOf(result)),
      });
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
