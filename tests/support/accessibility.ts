import { readFileSync } from 'node:fs';

import type { Page } from 'playwright-core';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  impact: string | null;
  nodes: { target: string[]; failureSummary?: string }[];
}

/** Waits for animations: a fading dialog has too little contrast. Endless ones, such as spinners, are ignored. */
const WAIT_FOR_ANIMATIONS = `Promise.all(document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
  .map(({ finished }) => finished.catch(() => {})))
  .then(() => {})`;

/**
 * What keeps people from using parts of a page, by axe-core: what it calls serious or critical.
 * @param selectors of the parts that are the site's own; Strapi's frame around them is not
 * @returns a line for each fault; none is as it should be
 */
export const seriousFaults = async (page: Page, ...selectors: string[]): Promise<string[]> => {
  const include = (selectors.length > 0 ? selectors : ['main']).map((selector) => [selector]);
  // Texts: they run in the browser, whose types are not ours.
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
