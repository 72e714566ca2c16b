import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

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
    const { isInstalled } = await import('../../scripts/steps/packages.mjs');
    const root = await temporaryFolder();
    await put(root, 'package-lock.json', wanted);
    if (present) await put(root, 'node_modules/.package-lock.json', present);
    return isInstalled(root, true);
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
    const { build, isBuilt } = await import('../../scripts/steps/builds.mjs');
    const root = await temporaryFolder();
    await put(root, 'src/a.ts', 'one');
    await put(root, 'src/b.ts', 'two');
    // A pause, because files written right before a build count as changed.
    const settle = () => pause(60);
    await settle();
    const builds = (work: () => Promise<void>) => ({
      one: { title: 'Building', sources: ['src'], output: ['dist/src'], build: work },
    });
    const compile = () => put(root, 'dist/src/a.js', 'ONE');
    return {
      root,
      settle,
      compile,
      isDone: () => isBuilt(root, 'one', builds(compile)),
      make: (work: () => Promise<void> = compile) => build(root, 'one', builds(work)),
    };
  };

  it('is not made again when nothing has changed', async () => {
    const { isDone, make } = await load();
    expect(isDone()).toBe(false);
    await make();
    expect(isDone()).toBe(true);
  });

  it.each([
    ['changes', (root: string) => put(root, 'src/a.ts', 'other')],
    ['appears', (root: string) => put(root, 'src/c.ts', '')],
    ['goes', (root: string) => rm(path.join(root, 'src/b.ts'))],
  ])('is made again when a source %s', async (_what, change) => {
    const { root, isDone, make, settle } = await load();
    await make();
    await settle();
    await change(root);
    expect(isDone()).toBe(false);
  });

  it('is made again when it was interrupted', async () => {
    const { isDone, make } = await load();
    await make();
    await expect(make(() => Promise.reject(new Error('stopped')))).rejects.toThrow('stopped');
    expect(isDone()).toBe(false);
  });

  it('is made again when something else has written over it', async () => {
    const { root, isDone, make, settle } = await load();
    await make();
    await settle();
    await put(root, 'dist/src/a.js', 'of another time');
    expect(isDone()).toBe(false);
  });

  it('is made again when a source changed while it ran', async () => {
    const { root, isDone, make, compile, settle } = await load();
    await make(async () => {
      await compile();
      await put(root, 'src/a.ts', 'two');
      await settle();
    });
    expect(isDone()).toBe(false);
  });
});

describe('of several starts at once', () => {
  it('one at a time does the set-up', async () => {
    const { withLock } = await import('../../scripts/steps/lock.mjs');
    const root = await temporaryFolder();
    // Holds the lock in another process, with another process id.
    const { spawn } = await import('node:child_process');
    const lockModule = path.resolve(__dirname, '../../scripts/steps/lock.mjs');
    const other = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { withLock } from ${JSON.stringify(lockModule)};
         await withLock(${JSON.stringify(root)}, async () => {
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
    const seen = await withLock(root, async () => output);
    expect(seen).toBe('held\ndone\n');
  });

  it('one that crashed does not keep the others waiting', async () => {
    const { withLock } = await import('../../scripts/steps/lock.mjs');
    const root = await temporaryFolder();
    const lock = path.join(root, 'set-up.lock');
    await mkdir(lock);
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(lock, longAgo, longAgo);
    expect(await withLock(root, async () => 'mine')).toBe('mine');
  });
});
