/**
 * `npm run try-strapi [-- <version> [test files]]`: tries the project with another version of Strapi, by default the
 * newest, in a temporary copy: install, build, tests. Reports the failed steps, probes and tests.
 */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { root } from './terminal.mjs';

const MANIFESTS = ['package.json', 'src/plugins/bot/package.json'];
const PROBE_TESTS = 'tests/reliability/strapi-moves-on.long.test.ts';
const FINDING = /^.*(bot plugin: .* in Strapi .*|FAIL .*|npm error .*|error TS.*|^Tests: .*)$/;

const [
  version = execFileSync('npm', ['view', '@strapi/strapi', 'version'], { encoding: 'utf8' }).trim(),
  ...files
] = process.argv.slice(2);

const copy = mkdtempSync(path.join(tmpdir(), `strapi-${version}-`));
const readText = (name) => readFileSync(path.join(root, name), 'utf8');
const { '@strapi/strapi': present } = JSON.parse(readText('package.json')).dependencies;
/** Packages that Strapi releases together, also as a range; other packages of `@strapi` have their own versions. */
const STRAPI_DEPENDENCY = new RegExp(
  `("@strapi/[^"]+": ")\\^?${present.replaceAll('.', '\\.')}"`,
  'g'
);

const copyCheckout = () => {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const names = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\0');
  for (const name of names.filter(Boolean)) cpSync(path.join(root, name), path.join(copy, name));
  // Overrides indirect dependencies too, for which the lockfile would keep the present version.
  const lock = JSON.parse(readText('package-lock.json'));
  const overrides = {};
  for (const [folder, found] of Object.entries(lock.packages)) {
    const name = folder.split('node_modules/').pop();
    if (!name.startsWith('@strapi/')) continue;
    if (found.version === present) overrides[name] = version;
    delete lock.packages[folder];
  }
  for (const name of MANIFESTS) {
    const text = readText(name).replaceAll(
      STRAPI_DEPENDENCY,
      (_all, start) => `${start}${version}"`
    );
    const manifest = JSON.parse(text);
    if (name === 'package.json') Object.assign(manifest.overrides, overrides);
    writeFileSync(path.join(copy, name), JSON.stringify(manifest, null, 2));
  }
  writeFileSync(path.join(copy, 'package-lock.json'), JSON.stringify(lock));
};

const findings = new Set();

/** Runs npm in the copy, prints its output, and collects lines for the report. */
const npm = (...args) =>
  new Promise((resolve) => {
    const child = spawn('npm', args, { cwd: copy, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const input of [child.stdout, child.stderr]) {
      createInterface({ input }).on('line', (line) => {
        process.stdout.write(`${line}\n`);
        if (FINDING.test(line)) findings.add(line.replace(FINDING, '$1'));
      });
    }
    child.on('close', (code) => resolve(code === 0));
  });

const STEPS = {
  install: ['install', '--no-audit', '--no-fund'],
  build: ['run', 'build'],
  types: ['run', 'typecheck'],
  tests: ['test', '--', ...(files.length > 0 ? [PROBE_TESTS, ...files] : [])],
};
const results = [];
try {
  copyCheckout();
  for (const [name, command] of Object.entries(STEPS)) {
    const isDone = await npm(...command);
    results.push(`${name}: ${isDone ? 'passed' : 'FAILED'}`);
    if (!isDone) process.exitCode = 1;
    if (!isDone && name === 'install') break;
  }
  process.stdout.write(`\nStrapi ${version}\n${[...results, ...findings].join('\n')}\n`);
} finally {
  rmSync(copy, { recursive: true, force: true });
}
