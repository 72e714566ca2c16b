import path from 'node:path';

import type * as StrapiModule from '@strapi/strapi';
import type { Core } from '@strapi/strapi';
import supertest from 'supertest';

import { checkAnswers } from './described-answers';
import { TOKEN, testEnvironment } from './environment';
import { makeDataFolders, NEW_DATABASE } from './folders';
import { freePort } from './port';
import { owes } from './running';
import { copyKept, keep } from './template/kept';

const root = path.resolve(__dirname, '../..');

/** What `environment-with-node.cjs` gives to a test file. */
declare const outside: Pick<typeof globalThis, 'process' | 'Error'> & {
  require: NodeJS.Require;
  kept: { stop?: () => Promise<void> };
} & Record<'sharedStrapi' | 'newStrapi', () => Pick<typeof StrapiModule, 'createStrapi'>>;

/** What is an error to a site: Jest has classes of its own for each test file. */
export const SiteError = outside.Error;

/** Requires a package, in the copy that the site uses which was started last. */
export const requireAsSite = <Module>(name: string): Module => outside.require(name) as Module;

export interface SiteOptions {
  /** Environment variables over the usual ones; the value `''` counts as unset. */
  env?: Record<string, string>;
  /** Called before anything is loaded: for settings of `server`, `admin`, `database` ... */
  config?: (strapi: Core.Strapi) => void;
  /** Called when all is registered and nothing is started: for plugin settings and middlewares. */
  register?: (strapi: Core.Strapi) => void | Promise<void>;
  /** An SQLite file to use and keep, in place of a temp one. */
  databaseFile?: string;
  /** A public folder to use and keep, in place of a temp one. */
  publicDir?: string;
  /** The folder of another application, as `makeOtherSite` makes it. */
  appDir?: string;
  /**
   * Whether it needs a Strapi that no other site uses: for types of its own, which Strapi keeps beside its
   * code, and for changes of that code. Default: with `config` and `appDir`.
   */
  ownStrapi?: boolean;
}

/** A real, compiled Strapi in this process that listens on 127.0.0.1. */
export interface Site {
  /** The instance; another one after `restart()`. */
  readonly strapi: Core.Strapi;
  /** supertest on the site; a new agent after `restart()`. */
  readonly request: ReturnType<typeof supertest>;
  /** The bot's token. */
  token: string;
  /** The address of the site, also its `PUBLIC_URL`. */
  url: string;
  databaseFile: string;
  publicDir: string;
  uploadsDir: string;
  /** Stops the site and starts it again on the same data and address. */
  restart: () => Promise<void>;
  /** Stops the site and removes its temp data. Does nothing a second time. */
  stop: () => Promise<void>;
}

const hasOwnStrapi = ({ appDir, config, ownStrapi }: SiteOptions): boolean =>
  ownStrapi ?? (appDir ?? config) !== undefined;

/** Whether it begins with an SQLite database of its own, which is as that of each such site. */
const isNew = ({ databaseFile, env = {}, ...options }: SiteOptions): boolean =>
  databaseFile === undefined && !('DATABASE_CLIENT' in env) && !hasOwnStrapi(options);

/** Loads Strapi: once in a worker for most sites, as that is most of what a start takes. */
const loadStrapi = (options: SiteOptions) =>
  hasOwnStrapi(options) ? outside.newStrapi() : outside.sharedStrapi();

/** Notes who listens to the process; the function returned takes away who has begun since. */
const noteListeners = (): (() => void) => {
  const { process: node } = outside;
  const listening = () =>
    node
      .eventNames()
      .flatMap((name) => node.rawListeners(name).map((listener) => ({ name, listener })));
  const before = new Set(listening().map(({ listener }) => listener));
  return () => {
    for (const { name, listener } of listening()) {
      if (!before.has(listener)) node.removeListener(name, listener as () => void);
    }
  };
};

/** Takes away what `create` begins to do on a signal: Jest ends a worker by one, and gives its file to the next. */
const withoutSignals = <Result>(create: () => Result): Result => {
  const { process: node } = outside;
  const signals = ['SIGTERM', 'SIGINT'] as const;
  const before = signals.map((signal) => node.listeners(signal));
  const result = create();
  signals.forEach((signal, index) => {
    const added = node.listeners(signal).filter((listener) => !before[index]?.includes(listener));
    added.forEach((listener) => node.removeListener(signal, listener));
  });
  return result;
};

const withEnvironment = async <Result>(
  environment: Record<string, string>,
  work: () => Promise<Result>
): Promise<Result> => {
  const before = { ...process.env };
  const both = [process.env, outside.process.env];
  both.forEach((env) => Object.assign(env, environment));
  try {
    return await work();
  } finally {
    for (const env of both) {
      for (const name of Object.keys(environment)) {
        if (before[name] === undefined) delete env[name];
        else env[name] = before[name];
      }
    }
  }
};

interface Hook {
  getHandlers: () => unknown[];
  delete: (handler: unknown) => void;
}

/** Removes the handlers that i18n adds to hooks of the admin at each boot: the hooks outlive a site. */
const removePermissionHandlers = (strapi: Core.Strapi): void => {
  const { actionProvider, engine } = strapi.service('admin::permission') as Record<
    'actionProvider' | 'engine',
    { hooks: Record<string, Hook> }
  >;
  const role = strapi.service('admin::role') as unknown as { hooks: Record<string, Hook> };
  const hooks = [
    ...Object.values(actionProvider.hooks),
    ...Object.values(role.hooks),
    engine.hooks['before-register.permission'],
  ];
  for (const hook of hooks) hook?.getHandlers().forEach((handler) => hook.delete(handler));
};

/** Boots a site. One that fails to start is stopped before its error is thrown. */
const boot = async (options: SiteOptions): Promise<Core.Strapi> => {
  const { appDir = root } = options;
  const { createStrapi } = loadStrapi(options);
  const strapi = withoutSignals(() => createStrapi({ appDir, distDir: path.join(appDir, 'dist') }));
  // It counts for all sites that share a Strapi.
  strapi.config.set('admin.rateLimit.enabled', false);
  options.config?.(strapi);
  if (options.register) {
    const { register } = options;
    const registerAll = strapi.register.bind(strapi);
    strapi.register = async () => {
      await registerAll();
      await register(strapi);
      return strapi;
    };
  }
  try {
    await strapi.load();
    checkAnswers(strapi);
    await strapi.listen();
  } catch (error) {
    await strapi.destroy().catch(() => undefined);
    throw error;
  }
  return strapi;
};

/** Boots a site on a temp SQLite file and a temp public folder. Whoever calls it stops it. */
export const bootSite = async (options: SiteOptions): Promise<Site> => {
  // Strapi's code has room for one site.
  if (!hasOwnStrapi(options)) await outside.kept.stop?.();
  const { databaseFile, publicDir, uploadsDir, remove } = await makeDataFolders(options);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const environment: Record<string, string> = {
    ...testEnvironment(),
    PORT: String(port),
    PUBLIC_URL: url,
    PUBLIC_DIR: publicDir,
    DATABASE_CLIENT: 'sqlite',
    DATABASE_FILENAME: databaseFile,
    ...options.env,
  };
  let strapi: Core.Strapi;
  let removeListeners = () => {};
  let starting: Promise<unknown> = Promise.resolve();
  let isRunning = false;
  const start = () => {
    const started = withEnvironment(environment, async () => {
      removeListeners = noteListeners();
      try {
        strapi = await boot(options);
        isRunning = true;
      } catch (error) {
        removeListeners();
        throw error;
      }
    });
    starting = started.catch(() => undefined);
    return started;
  };
  const halt = async () => {
    await starting;
    if (!isRunning) return;
    isRunning = false;
    try {
      await strapi.destroy();
    } finally {
      removePermissionHandlers(strapi);
      removeListeners();
    }
  };

  const stop = async () => {
    await halt();
    await remove();
  };

  if (isNew(options)) await copyKept(NEW_DATABASE, databaseFile);
  try {
    await start();
  } catch (error) {
    await remove();
    throw error;
  }
  if (isNew(options) && !options.env && !options.register) {
    await keep(NEW_DATABASE, (place) => strapi.db.connection.raw('VACUUM INTO ?', [place]));
  }

  return {
    get strapi() {
      return strapi;
    },
    get request() {
      return supertest(strapi.server.httpServer);
    },
    token: environment.BOT_API_TOKEN ?? TOKEN,
    url,
    databaseFile,
    publicDir,
    uploadsDir,
    async restart() {
      await halt();
      await start();
    },
    stop,
  };
};

/**
 * Starts a site on a temp SQLite file and a temp public folder. A file of tests that runs out of time leaves no
 * boot behind: it is waited for and stopped, or the worker's next file would meet its environment, its modules and
 * its listeners.
 */
export const startSite = async (options: SiteOptions = {}): Promise<Site> => {
  const booting = bootSite(options);
  const settled = owes(async () => {
    const site = await booting.catch(() => undefined);
    await site?.stop();
  });
  try {
    return await booting;
  } catch (error) {
    settled();
    throw error;
  }
};
