import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { renderText } from '../../src/api/work/page/text/markdown';
import { textContext } from './text-context';

const packages = path.resolve(__dirname, '../../node_modules');

/** Texts written for GitHub: the different READMEs of all installed packages. */
const readmes = [
  ...new Set(
    readdirSync(packages, { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?:^|\/)readme\.md$/i.test(file))
      .map((file) => readFileSync(path.join(packages, file), 'utf8'))
  ),
];

/** Share of internal links that may be broken, as on GitHub: typing errors, and links of all-contributors. */
const DEAD = 0.025;

test('of a thousand texts no prose becomes a formula, and links within them find their headings', async () => {
  expect(readmes.length).toBeGreaterThan(1_000);
  const formulas: string[] = [];
  let [links, dead] = [0, 0];
  for (const readme of readmes) {
    const { html } = await renderText(readme, textContext());
    formulas.push(...(html.match(/<math[^]*?<\/math>/g) ?? []));
    const names = new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, name]) => name));
    const meant = [...html.matchAll(/<a href="#([^"]+)"/g)].map(([, name]) => name);
    links += meant.length;
    dead += meant.filter((name) => !names.has(name)).length;
  }
  expect(formulas).toEqual([]);
  expect(dead / links).toBeLessThan(DEAD);
});
