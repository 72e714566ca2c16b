import { readFileSync } from 'node:fs';

import type { Page } from 'playwright-core';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  impact: string | null;
  nodes: { target: string[]; failureSummary?: string }[];
}

/** Waits for finite animations, as a fading dialog has too little contrast. Ignores endless ones, such as spinners. */
const WAIT_FOR_ANIMATIONS = `Promise.all(document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
  .map(({ finished }) => finished.catch(() => {})))
  .then(() => {})`;

/**
 * Accessibility violations that axe-core rates as serious or critical.
 * @param selectors parts of the page that belong to the site; Strapi's own frame is not checked
 * @returns a line per violation; empty if there is none
 */
export const seriousFaults = async (page: Page, ...selectors: string[]): Promise<string[]> => {
  const include = (selectors.length > 0 ? selectors : ['main']).map((selector) => [selector]);
  // Strings, because the code runs in the browser, whose types this project does not have.
  await page.evaluate(WAIT_FOR_ANIMATIONS);
  await page.evaluate(AXE);
  const violations: Violation[] = await page.evaluate(
    `axe.run(${JSON.stringify({ include })}, { resultTypes: ['violations'] }).then((found) => found.violations)`
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`)
    );
};
