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
/** After which a command is ended, and what it printed is told. */
const COMMAND_MILLISECONDS = 240_000;

interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** A stock application that runs as a process of its own. */
export interface RunningApp {
  url: string;
  /** All that it printed so far. */
  readonly log: string;
  /** Ends it with SIGTERM, and keeps its data. */
  stop: () => Promise<void>;
}

/** An application as `create-strapi` makes it, with the plugin installed from its tarball. */
export interface StockApp {
  appDir: string;
  /** Writes a file of the application: a text, or what becomes JSON. */
  write: (file: string, content: string | object) => Promise<void>;
  /**
   * Runs a command of Strapi's, such as `build`. @returns what it printed
   * @throws an error with what it printed; its cause is `killed` if the command was ended
   */
  strapi: (args: string[], env?: Record<string, string>, milliseconds?: number) => Promise<string>;
  /** Runs the plugin's own command. @returns what it printed */
  fleetBot: (args: string[], env?: Record<string, string>) => Promise<string>;
  /** Starts it on a free port of 127.0.0.1, and waits until it is ready. */
  start: (env?: Record<string, string>) => Promise<RunningApp>;
  /** Removes it. */
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

/** Makes the packages that the application and the plugin name those of this checkout. */
const linkPackages = async (appDir: string): Promise<void> => {
  const file = path.join(appDir, 'package.json');
  const app = await readManifest(appDir);
  // The driver that this checkout has fits each Node; a new application has one for some of them.
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

/** What `npm publish` would send, installed as a registry's package is. */
const installPlugin = async (appDir: string, folder: string): Promise<void> => {
  const packed = await npm(plugin, 'pack', '--json', '--pack-destination', folder);
  const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }];
  const tarball = path.join(folder, filename);
  // All that the package needs is there; npm looks its peers up in what `npm ci` has left in its cache.
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

/** What can be done with the application in a folder of its own, which may not be there yet. */
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
 * Makes an application with Strapi's own generator and installs the plugin in it, from the tarball
 * of what was built last. A second one of a run of Jest is a copy of the first, with its secrets.
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

/** A second application, with the code and the builds of another one, and no data. */
export const copyWithoutData = async ({ appDir }: StockApp): Promise<StockApp> => {
  const app = appIn(await makeFolder());
  await copy(appDir, app.appDir);
  for (const data of ['.tmp', 'public/uploads']) {
    await rm(path.join(app.appDir, data), { recursive: true, force: true });
    await mkdir(path.join(app.appDir, data));
  }
  return app;
};
