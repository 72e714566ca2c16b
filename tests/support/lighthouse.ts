import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Categories that Lighthouse scores, from 0 to 100. */
export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

export type Marks = Record<(typeof CATEGORIES)[number], number>;

/** Lighthouse's report for a page. */
export interface LighthouseReport {
  marks: Marks;
  /** Names of the audits that lowered the scores. */
  faults: string[];
  /** Values that do not depend on the machine. */
  layoutShift: number;
  requests: number;
  bytes: number;
}

interface Audit {
  score: number | null;
  numericValue?: number;
  details?: { items?: unknown[] };
}

interface Result {
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
  runtimeError?: { message: string };
}

/** Installed when it is used, because two tests do not need its 149 packages and 177 MB in each checkout. */
const LIGHTHOUSE = 'lighthouse@12.8.2';
const LARGEST_RESULT = 64 * 1024 * 1024;

/** Measures a page with Lighthouse as on a phone, in Debian's Chromium. A slow network and processor are calculated. */
export const measurePage = async (url: string): Promise<LighthouseReport> => {
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      url,
      '--output=json',
      '--quiet',
      '--throttling-method=simulate',
      `--only-categories=${CATEGORIES.join(',')}`,
      '--no-enable-error-reporting',
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
    ],
    {
      maxBuffer: LARGEST_RESULT,
      env: { ...process.env, CHROME_PATH: '/usr/bin/chromium', NODE_OPTIONS: '' },
    }
  );
  const { categories, audits, runtimeError }: Result = JSON.parse(stdout);
  if (runtimeError) throw new Error(runtimeError.message);
  const figure = (audit: string): number => audits[audit]?.numericValue ?? NaN;
  return {
    marks: Object.fromEntries(
      CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)])
    ) as Marks,
    faults: Object.values(categories).flatMap(({ auditRefs }) =>
      auditRefs
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
        .map(({ id }) => id)
    ),
    layoutShift: figure('cumulative-layout-shift'),
    requests: audits['network-requests']?.details?.items?.length ?? NaN,
    bytes: figure('total-byte-weight'),
  };
};
