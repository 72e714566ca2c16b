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

/** Objects that `environment-with-node.cjs` provides to test files. */
declare const outside: Pick<typeof globalThis, 'process' | 'Error'> & {
  require: NodeJS.Require;
  kept: { stop?: () => Promise<void> };
} & Record<'sharedStrapi' | 'newStrapi', () => Pick<typeof StrapiModule, 'createStrapi'>>;

/** Error class of the site, because Jest has separate classes for each test file. */
export const SiteError = outside.Error;

/** Requires a package in the copy that the last started site uses. */
export const requireAsSite = <Module>(name: string): Module => outside.require(name) as Module;

export interface SiteOptions {
  /** Environment variables in addition to the usual ones; `''` counts as unset. */
  env?: Record<string, string>;
  /** Called before anything is loaded, for settings of `server`, `admin`, `database` and so on. */
  config?: (strapi: Core.Strapi) => void;
  /** Called after everything is registered and before the start, for plugin settings and middlewares. */
  register?: (strapi: Core.Strapi) => void | Promise<void>;
  /** SQLite file to use and keep, instead of a temporary one. */
  databaseFile?: string;
  /** Public folder to use and keep, instead of a temporary one. */
  publicDir?: string;
  /** Folder of another application, created by `makeOtherSite`. */
  appDir?: string;
  /**
   * Whether the site needs a Strapi that no other site uses: for its own content types, which Strapi stores globally,
   * and for changes of Strapi's code. Default: true with `config` or `appDir`.
   */
  ownStrapi?: boolean;
}

/** A compiled Strapi in this process that listens on 127.0.0.1. */
export interface Site {
  /** Strapi instance; a new one after `restart()`. */
  readonly strapi: Core.Strapi;
  /** Supertest agent for the site; a new one after `restart()`. */
  readonly request: ReturnType<typeof supertest>;
  /** Token of the bot. */
  token: string;
  /** URL of the site, also its `PUBLIC_URL`. */
  url: string;
  databaseFile: string;
  publicDir: string;
  uploadsDir: string;
  /** Stops the site and starts it again with the same data and URL. */
  restart: () => Promise<void>;
  /** Stops the site and deletes its temporary data. Does nothing the second time. */
  stop: () => Promise<void>;
}

const hasOwnStrapi = ({ appDir, config, ownStrapi }: SiteOptions): boolean =>
  ownStrapi ?? (appDir ?? config) !== undefined;

/** Whether the site starts with an SQLite database that is the same for all such sites. */
const isNew = ({ databaseFile, env = {}, ...options }: SiteOptions): boolean =>
  databaseFile === undefined && !('DATABASE_CLIENT' in env) && !hasOwnStrapi(options);

/** Loads Strapi, for most sites once per worker, because loading takes most of a start. */
const loadStrapi = (options: SiteOptions) =>
  hasOwnStrapi(options) ? outside.newStrapi() : outside.sharedStrapi();

/** Records the listeners of the process. The returned function removes those that were added since. */
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

/** Removes signal handlers that `create` adds, as Jest ends a worker with a signal and passes its file to the next. */
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

/** Removes the handlers that i18n adds to hooks of the admin at each start, because the hooks outlive the site. */
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

/** Waits until a site has decided whether it uses the fast path, because tests count statements and rows. */
const isVerified = async (strapi: Core.Strapi): Promise<void> => {
  const plugin = strapi.plugins.bot;
  if (!plugin?.service('interface').features().includes('fast-path')) return;
  const verdict = plugin.service('fastPathVerdict');
  for (let tries = 0; verdict.isWanted() && !verdict.isReached() && tries < 500; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

/** Starts a site. Stops it before throwing if the start fails. */
const boot = async (options: SiteOptions): Promise<Core.Strapi> => {
  const { appDir = root } = options;
  const { createStrapi } = loadStrapi(options);
  const strapi = withoutSignals(() => createStrapi({ appDir, distDir: path.join(appDir, 'dist') }));
  // The setting applies to all sites that share a Strapi.
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
    await isVerified(strapi);
  } catch (error) {
    await strapi.destroy().catch(() => undefined);
    throw error;
  }
  return strapi;
};

/** Starts a site on a temporary SQLite file and public folder. The caller must stop it. */
export const bootSite = async (options: SiteOptions): Promise<Site> => {
  // Strapi's global state allows only one site.
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
 * Starts a site on a temporary SQLite file and public folder. If the test file times out, the start is awaited and the
 * site stopped; otherwise the worker's next file would find its environment, modules and listeners.
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
