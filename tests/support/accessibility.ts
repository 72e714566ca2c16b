import { readFileSync } from 'node:fs';

import type { Page } from 'playwright-core';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  impact: string | null;
  nodes: { target: string[]; failureSummary?: string }[];
}

/**
 * What keeps people from using a part of a page, by axe-core: what it calls serious or critical.
 * @param selector of the part that is the site's own; Strapi's frame around it is not
 * @returns a line for each fault; none is as it should be
 */
export const seriousFaults = async (page: Page, selector = 'main'): Promise<string[]> => {
  // Texts: they run in the browser, whose types are not ours.
  await page.evaluate(AXE);
  const violations: Violation[] = await page.evaluate(
    `axe.run(${JSON.stringify(selector)}, { resultTypes: ['violations'] }).then((found) => found.violations)`
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`)
    );
};
