/**
 * `npm run try-strapi [-- <version> [test files]]`: tries the project with another version of Strapi, by default the
 * newest one, in a copy that is removed again: install, build, tests. Tells which step failed, which probes and which
 * tests.
 */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { root } from './terminal.mjs';

const MANIFESTS = ['package.json', 'src/plugins/bot/package.json'];
const PROBE_TESTS = 'tests/reliability/strapi-moves-on.test.ts';
const NEWS = /^.*(bot plugin: .* in Strapi .*|FAIL .*|npm error .*|error TS.*|^Tests: .*)$/;

const [
  version = execFileSync('npm', ['view', '@strapi/strapi', 'version'], { encoding: 'utf8' }).trim(),
  ...files
] = process.argv.slice(2);

const copy = mkdtempSync(path.join(tmpdir(), `strapi-${version}-`));
const readManifest = (name) => JSON.parse(readFileSync(path.join(root, name), 'utf8'));
const { '@strapi/strapi': present } = readManifest('package.json').dependencies;

/** The packages that Strapi releases together, also as a range; others of `@strapi` have versions of their own. */
const withVersion = (packages) =>
  Object.fromEntries(
    Object.entries(packages).map(([name, range]) => [
      name,
      range.replace(/^\^/, '') === present ? version : range,
    ])
  );

const copyCheckout = () => {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const names = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\0');
  for (const name of names.filter(Boolean)) cpSync(path.join(root, name), path.join(copy, name));
  // Also those that only others ask for, of which the lockfile would keep the present version.
  const lock = readManifest('package-lock.json');
  const ofStrapi = {};
  for (const [folder, found] of Object.entries(lock.packages)) {
    const name = folder.split('node_modules/').pop();
    if (!name.startsWith('@strapi/')) continue;
    if (found.version === present) ofStrapi[name] = version;
    delete lock.packages[folder];
  }
  for (const name of MANIFESTS) {
    const manifest = readManifest(name);
    for (const kind of ['dependencies', 'devDependencies', 'peerDependencies']) {
      if (manifest[kind]) manifest[kind] = withVersion(manifest[kind]);
    }
    if (name === 'package.json') Object.assign(manifest.overrides, ofStrapi);
    writeFileSync(path.join(copy, name), JSON.stringify(manifest, null, 2));
  }
  writeFileSync(path.join(copy, 'package-lock.json'), JSON.stringify(lock));
};

const news = new Set();

/** Runs npm in the copy, shows what it says, and gathers what the report needs. */
const npm = (...given) =>
  new Promise((resolve) => {
    const child = spawn('npm', given, { cwd: copy, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const input of [child.stdout, child.stderr]) {
      createInterface({ input }).on('line', (line) => {
        process.stdout.write(`${line}\n`);
        if (NEWS.test(line)) news.add(line.replace(NEWS, '$1'));
      });
    }
    child.on('close', (code) => resolve(code === 0));
  });

const steps = [
  ['install', () => npm('install', '--no-audit', '--no-fund')],
  ['build', () => npm('run', 'build')],
  ['types', () => npm('run', 'typecheck')],
  ['tests', () => npm('test', '--', ...(files.length > 0 ? [PROBE_TESTS, ...files] : []))],
];
const results = [];
try {
  copyCheckout();
  for (const [name, run] of steps) {
    const isDone = await run();
    results.push(`${name}: ${isDone ? 'passed' : 'FAILED'}`);
    if (!isDone) process.exitCode = 1;
    if (!isDone && name === 'install') break;
  }
  process.stdout.write(`\nStrapi ${version}\n${[...results, ...news].join('\n')}\n`);
} finally {
  rmSync(copy, { recursive: true, force: true });
}
