/*
 * Command line program of the package: `strapi-plugin-fleet-bot <command>`, run in the folder of a site whose settings
 * are in its environment or `.env` file.
 */
import { reconcile } from './reconcile';
import { UsageError } from './site';
import { uninstall } from './uninstall';

const COMMANDS: Record<string, (args: string[]) => Promise<void>> = { reconcile, uninstall };

const run = async ([name = '', ...args]: string[]): Promise<void> => {
  const command = COMMANDS[name];
  if (command === undefined) {
    throw new UsageError(
      `strapi-plugin-fleet-bot has the commands ${Object.keys(COMMANDS).join(' and ')}.`
    );
  }
  await command(args);
};

run(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: unknown) => {
    const text = error instanceof UsageError ? error.message : (error as Error).stack;
    process.stderr.write(`${text}\n`);
    process.exit(1);
  }
);
