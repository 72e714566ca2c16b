import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { createStrapi, type Core } from '@strapi/strapi';

/** An error that the user can fix. Printed without a stack trace. */
export class UsageError extends Error {}

/** Prints a line to stdout. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Parses boolean command line options.
 * @throws UsageError for an unknown option: a mistyped `--dry-run` must not become a real run
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
 * Creates the Strapi application of the current folder, with its settings but not loaded.
 * @throws UsageError if it is a TypeScript site that is not built
 */
export const siteHere = (): Core.Strapi => {
  process.env.NODE_ENV ??= 'production';
  const appDir = process.cwd();
  const built = path.join(appDir, 'dist');
  const isTypeScript = existsSync(path.join(appDir, 'tsconfig.json'));
  if (isTypeScript && !existsSync(built)) {
    throw new UsageError(
      'This site is not built yet: the folder dist is missing. Run npm run build.'
    );
  }
  return createStrapi({ appDir, distDir: isTypeScript ? built : appDir, serveAdminPanel: false });
};
