import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { temporaryFolder } from './temporary-folder';

const put = async (root: string, file: string, content: unknown) => {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true });
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  await writeFile(path.join(root, file), text);
};

describe('packages are installed', () => {
  const lock = (packages: Record<string, object>) => ({ lockfileVersion: 3, packages });
  const left = { version: '1.0.0', integrity: 'sha512-a' };
  const foreign = { version: '1.0.0', integrity: 'sha512-b', optional: true };

  const check = async (wanted: object, present?: object) => {
    const { isInstalled } = await import('../../scripts/setup/install.mjs');
    const root = await temporaryFolder();
    await put(root, 'package-lock.json', wanted);
    if (present) await put(root, 'node_modules/.package-lock.json', present);
    return isInstalled(root);
  };

  it('when there are none', async () => {
    expect(await check(lock({ '': {}, 'node_modules/left': left }))).toBe(false);
  });

  it('when the lockfile names another version', async () => {
    const older = { ...left, version: '0.9.0' };
    expect(
      await check(lock({ '': {}, 'node_modules/left': left }), lock({ 'node_modules/left': older }))
    ).toBe(false);
  });

  it('when the lockfile names one more', async () => {
    expect(await check(lock({ '': {}, 'node_modules/left': left }), lock({}))).toBe(false);
  });

  it('not when all are there but those for other machines', async () => {
    expect(
      await check(
        lock({ '': {}, 'node_modules/left': left, 'node_modules/foreign': foreign }),
        lock({ 'node_modules/left': left })
      )
    ).toBe(true);
  });
});

describe('a build', () => {
  const load = async () => {
    const { fingerprint } = await import('../../scripts/setup/fingerprint.mjs');
    const { matches, stamped } = await import('../../scripts/setup/stamp.mjs');
    const root = await temporaryFolder();
    await put(root, 'src/a.ts', 'one');
    const stamp = path.join(root, 'dist/.stamp');
    const sources = () => fingerprint(root, ['src']);
    const output = () => fingerprint(root, ['dist/src']);
    return {
      root,
      isDone: () => matches(stamp, sources, output),
      build: (work: () => Promise<void>) => stamped(stamp, sources, output, work),
    };
  };
  const compile = (root: string) => () => put(root, 'dist/src/a.js', 'ONE');

  it('is not made again when nothing has changed', async () => {
    const { root, isDone, build } = await load();
    expect(isDone()).toBe(false);
    await build(compile(root));
    expect(isDone()).toBe(true);
  });

  it('is made again when a source changes, appears or goes', async () => {
    const { root, isDone, build } = await load();
    await build(compile(root));
    await put(root, 'src/a.ts', 'two');
    expect(isDone()).toBe(false);
    await put(root, 'src/a.ts', 'one');
    await put(root, 'src/b.ts', '');
    expect(isDone()).toBe(false);
    await rm(path.join(root, 'src'), { recursive: true });
    expect(isDone()).toBe(false);
  });

  it('is made again when it was interrupted', async () => {
    const { root, isDone, build } = await load();
    await build(compile(root));
    await expect(build(() => Promise.reject(new Error('stopped')))).rejects.toThrow('stopped');
    expect(isDone()).toBe(false);
  });

  it('is made again when something else has written over it', async () => {
    const { root, isDone, build } = await load();
    await build(compile(root));
    await put(root, 'dist/src/a.js', 'of another time');
    expect(isDone()).toBe(false);
  });

  it('is made again when a source changed while it ran', async () => {
    const { root, isDone, build } = await load();
    await build(async () => {
      await compile(root)();
      await put(root, 'src/a.ts', 'two');
    });
    expect(isDone()).toBe(false);
  });
});

describe('of several starts at once', () => {
  it('one at a time does the set-up', async () => {
    const { whileLocked } = await import('../../scripts/setup/lock.mjs');
    const root = await temporaryFolder();
    // Another process, so that the lock is held by another process id.
    const { spawn } = await import('node:child_process');
    const lockModule = path.resolve(__dirname, '../../scripts/setup/lock.mjs');
    const other = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { whileLocked } from ${JSON.stringify(lockModule)};
         await whileLocked(${JSON.stringify(root)}, async () => {
           console.log('held');
           await new Promise((resolve) => setTimeout(resolve, 1000));
           console.log('done');
         });`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] }
    );
    let output = '';
    await new Promise<void>((resolve) => {
      other.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        resolve();
      });
    });
    const seen = await whileLocked(root, async () => output);
    expect(seen).toBe('held\ndone\n');
  });

  it('one that crashed does not keep the others waiting', async () => {
    const { whileLocked } = await import('../../scripts/setup/lock.mjs');
    const { hostname } = await import('node:os');
    const root = await temporaryFolder();
    // No process has this id: it is above the largest that Linux gives.
    await put(root, 'setup.lock', { pid: 4_194_305, host: hostname() });
    expect(await whileLocked(root, async () => 'mine')).toBe('mine');
  });
});
