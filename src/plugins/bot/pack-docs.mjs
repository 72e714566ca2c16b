/** Puts the interface and what it links to beside the package's README, with links that hold there. */
import { readFileSync, writeFileSync } from 'node:fs';

for (const page of ['interface.md', 'files.md', 'changes.md']) {
  const text = readFileSync(new URL(`../../../docs/${page}`, import.meta.url), 'utf8');
  writeFileSync(page, text.replaceAll('](../src/plugins/bot/README.md', '](README.md'));
}
