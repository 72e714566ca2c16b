/** `npm run build:types`: writes the type declarations of the client and of the protocol that they import. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const OUT = 'dist/types';
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

rmSync(OUT, { recursive: true, force: true });
const emit = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', OUT];
execFileSync(process.execPath, [tsc, '-p', 'tsconfig.types.json', ...emit], { stdio: 'inherit' });

// @fleet-bot/protocol is not published to npm, so imports of it become relative paths to its declarations.
for (const entry of readdirSync(OUT, { recursive: true })) {
  const file = path.join(OUT, entry);
  if (!file.endsWith('.d.ts')) continue;
  const way = path.relative(path.dirname(file), path.join(OUT, 'protocol/src/index'));
  const code = readFileSync(file, 'utf8');
  writeFileSync(file, code.replaceAll('@fleet-bot/protocol', way.split(path.sep).join('/')));
}
