import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { createStrapi, type Core } from '@strapi/strapi';

/** What the person at the terminal has to set right; told without a stack. */
export class UsageError extends Error {}

/** Writes a line for the person at the terminal. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * The options that a command was given; each is there or not.
 * @throws UsageError for one that is not known: a mistyped `--dry-run` must not become a real run
 */
export const readOptions = <Name extends string>(args: string[], ...names: Name[]): Set<Name> => {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'boolean' as const }]));
  try {
    const { values } = parseArgs({ args, options });
    return new Set(names.filter((name) => values[name] === true));
  } catch (error) {
    const known = new Intl.ListFormat('en').format(names.map((name) => `--${name}`));
    throw new UsageError(`${(error as Error).message} The options are ${known}.`);
  }
};

/**
 * The site of the current folder, with its settings and nothing loaded yet. A site in TypeScript must
 * have been built.
 */
export const siteHere = (): Core.Strapi => {
  process.env.NODE_ENV ??= 'production';
  const appDir = process.cwd();
  const built = path.join(appDir, 'dist');
  const isTypeScript = existsSync(path.join(appDir, 'tsconfig.json'));
  if (isTypeScript && !existsSync(built)) {
    throw new UsageError('This site is not built yet: there is no folder dist.');
  }
  return createStrapi({ appDir, distDir: isTypeScript ? built : appDir, serveAdminPanel: false });
};
