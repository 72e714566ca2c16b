import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

import { surroundings } from './environment';
import { freePort } from './port';
import { owes } from './running';
import { copy, copyKept, keep } from './template/kept';

const execute = promisify(execFile);

const root = path.resolve(__dirname, '../..');
const packages = path.join(root, 'node_modules');
const plugin = path.join(root, 'src/plugins/bot');
const READY_MILLISECONDS = 300_000;
/** Timeout of a command in milliseconds. The error contains its output. */
const COMMAND_MILLISECONDS = 240_000;

interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** A stock application in a separate process. */
export interface RunningApp {
  url: string;
  /** Output of the process so far. */
  readonly log: string;
  /** Stops the process with SIGTERM, and keeps its data. */
  stop: () => Promise<void>;
}

/** An application created with `create-strapi`, with the plugin installed from its tarball. */
export interface StockApp {
  appDir: string;
  /** Writes a file of the application: a string, or an object as JSON. */
  write: (file: string, content: string | object) => Promise<void>;
  /**
   * Runs a command of Strapi, such as `build`. @returns its output
   * @throws an error with its output; the cause has `killed` if the command timed out
   */
  strapi: (args: string[], env?: Record<string, string>, milliseconds?: number) => Promise<string>;
  /** Runs the plugin's own command. @returns its output */
  fleetBot: (args: string[], env?: Record<string, string>) => Promise<string>;
  /** Starts the application on a free port of 127.0.0.1, and waits until it is ready. */
  start: (env?: Record<string, string>) => Promise<RunningApp>;
  /** Deletes the application's folder. */
  remove: () => Promise<void>;
}

const readManifest = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as Manifest;

const environment = (): NodeJS.ProcessEnv => ({
  ...surroundings(),
  NODE_ENV: 'production',
  STRAPI_TELEMETRY_DISABLED: 'true',
  HOST: '127.0.0.1',
});

const npm = (folder: string, ...args: string[]) =>
  execute('npm', [...args, '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder });

/** Links the packages of the application and the plugin to those of this checkout. */
const linkPackages = async (appDir: string): Promise<void> => {
  const file = path.join(appDir, 'package.json');
  const app = await readManifest(appDir);
  // The driver of this checkout supports every Node; that of a new application only some.
  app.dependencies = { ...app.dependencies, 'better-sqlite3': '*' };
  await writeFile(file, JSON.stringify(app));

  const { dependencies, optionalDependencies, peerDependencies } = await readManifest(plugin);
  const names = Object.keys({
    ...app.dependencies,
    ...app.devDependencies,
    ...dependencies,
    ...optionalDependencies,
    ...peerDependencies,
  });
  for (const name of names) {
    const link = path.join(appDir, 'node_modules', name);
    await mkdir(path.dirname(link), { recursive: true });
    await symlink(path.join(packages, name), link, 'dir');
  }
};

/** Packs the plugin as for `npm publish`, and installs it like a package from a registry. */
const installPlugin = async (appDir: string, folder: string): Promise<void> => {
  const packed = await npm(plugin, 'pack', '--json', '--pack-destination', folder);
  const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }];
  const tarball = path.join(folder, filename);
  // All packages are present; npm looks up peer dependencies in the cache that `npm ci` has filled.
  await npm(appDir, 'install', '--prefer-offline', tarball);
};

type Language = 'typescript' | 'javascript';

const generate = async (language: Language, folder: string, appDir: string): Promise<void> => {
  const create = path.join(packages, 'create-strapi-app/bin/index.js');
  const without = ['cloud', 'db'].map((name) => `--skip-${name}`);
  const refused = ['install', 'git-init', 'example', 'run'].map((name) => `--no-${name}`);
  await execute(
    process.execPath,
    [create, appDir, `--${language}`, '--use-npm', ...without, ...refused],
    { env: environment() }
  );
  await linkPackages(appDir);
  await installPlugin(appDir, folder);
};

/** Functions for the application in a folder, which need not exist yet. */
const appIn = (folder: string): StockApp => {
  const appDir = path.join(folder, 'app');
  const remove = async () => {
    settled();
    await rm(folder, { recursive: true, force: true });
  };
  const settled = owes(remove);
  const command = path.join(appDir, 'node_modules/@strapi/strapi/bin/strapi.js');

  return {
    appDir,

    async write(file, content) {
      const target = path.join(appDir, file);
      await mkdir(path.dirname(target), { recursive: true });
      const text = typeof content === 'string' ? content : JSON.stringify(content);
      await writeFile(target, text);
    },

    async strapi(args, env = {}, timeout = COMMAND_MILLISECONDS) {
      try {
        const { stdout, stderr } = await execute(process.execPath, [command, ...args], {
          cwd: appDir,
          env: { ...environment(), ...env },
          timeout,
        });
        return stdout + stderr;
      } catch (error) {
        const { stdout, stderr } = error as { stdout: string; stderr: string };
        throw new Error(`strapi ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error });
      }
    },

    async fleetBot(args, env = {}) {
      const bin = path.join(appDir, 'node_modules/.bin/strapi-plugin-fleet-bot');
      const { stdout } = await execute(bin, args, {
        cwd: appDir,
        env: { ...environment(), ...env },
      });
      return stdout;
    },

    async start(env = {}) {
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      const child = spawn(process.execPath, [command, 'start'], {
        cwd: appDir,
        env: { ...environment(), PORT: String(port), PUBLIC_URL: url, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      let log = '';
      const collect = (chunk: Buffer) => void (log += chunk.toString());
      child.stdout.on('data', collect);
      child.stderr.on('data', collect);
      const stop = async () => {
        ended();
        child.kill('SIGTERM');
        await exited;
      };
      const ended = owes(stop);

      const latest = Date.now() + READY_MILLISECONDS;
      const isReady = () =>
        fetch(`${url}/_health`).then(
          ({ ok }) => ok,
          () => false
        );
      while (!(await isReady())) {
        if (child.exitCode !== null || Date.now() > latest) {
          await stop();
          throw new Error(`The stock application did not start:\n${log}`);
        }
        await pause(200);
      }
      return {
        url,
        get log() {
          return log;
        },
        stop,
      };
    },

    remove,
  };
};

/** An empty folder for an application. */
const makeFolder = (): Promise<string> => mkdtemp(path.join(tmpdir(), 'stock-app-'));

/**
 * Creates an application with Strapi's own generator, and installs the plugin from a tarball of the last build. Later
 * applications of the same Jest run are copies of the first, with the same secrets.
 */
export const makeStockApp = async (language: Language): Promise<StockApp> => {
  const folder = await makeFolder();
  const app = appIn(folder);
  const name = `stock-${language}`;
  if (!(await copyKept(name, app.appDir))) {
    await generate(language, folder, app.appDir);
    await keep(name, (place) => copy(app.appDir, place));
  }
  return app;
};

/** A copy of an application with its code and builds, without its data. */
export const copyWithoutData = async ({ appDir }: StockApp): Promise<StockApp> => {
  const app = appIn(await makeFolder());
  await copy(appDir, app.appDir);
  for (const data of ['.tmp', 'public/uploads']) {
    await rm(path.join(app.appDir, data), { recursive: true, force: true });
    await mkdir(path.join(app.appDir, data));
  }
  return app;
};
