import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';

import { version } from '../../package.json';

import { changes } from './actions/changes';
import { check } from './actions/check';
import { exportFrom } from './actions/export';
import { importTo } from './actions/import';
import {
  create,
  health,
  list,
  publish,
  remove,
  restore,
  schedule,
  unpublish,
  update,
} from './actions/publications';
import { upload } from './actions/upload';
import { EXIT, failureOf } from './output';

const positive = (text: string): number => {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1)
    throw new InvalidArgumentError('Not a whole number.');
  return number;
};

/** Parses a time, or `never`. @throws InvalidArgumentError */
const time = (text: string): string => {
  if (text === 'never') return text;
  if (Number.isNaN(Date.parse(text))) throw new InvalidArgumentError(`"${text}" is no time.`);
  return new Date(text).toISOString();
};

const json = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
};

const names = (text: string): string[] => text.split(',').map((name) => name.trim());

/** Parses `--map key=field` and adds it to the pairs of earlier options. @throws InvalidArgumentError */
const keyMap = (text: string, others: Record<string, string> = {}): Record<string, string> => {
  const [, key, field] = /^([^=]+)=([^=]+)$/.exec(text) ?? [];
  if (!key || !field) throw new InvalidArgumentError('Write key=field.');
  return { ...others, [key.trim()]: field.trim() };
};

const program = new Command('fleet-bot')
  .description('Runs publishing sites over /api/bot: one site, or all of a fleet file')
  .version(version)
  .configureHelp({ showGlobalOptions: true })
  .exitOverride();

/** Defines a command with the options that all commands share. */
const command = (usage: string, description: string): Command =>
  program
    .command(usage)
    .description(description)
    .option('--site <address>', 'the site; default: FLEET_BOT_SITE')
    .option('--token-file <file>', 'the token, in a file of mode 600; default: BOT_API_TOKEN')
    .option('--fleet <file>', 'all sites of a fleet file, in place of one')
    .option('--only <names>', 'of a fleet file, these sites; with commas', names)
    .option('--parallel <number>', 'sites at the same time', positive, 8)
    .option('--timeout <seconds>', 'for a call with its tries; default: 30, to write 120', positive)
    .option('--tries <number>', 'at most, of a call; default: as many as fit in its time', positive)
    .option('--json', 'prints JSON');

const withTimes = (one: Command): Command =>
  one
    .option('--publish-at <time>', 'when it becomes public; never', time)
    .option('--unpublish-at <time>', 'when it becomes a draft again; never', time);

/** Adds the options for the content of a publication. */
const withContent = (one: Command): Command =>
  withTimes(one)
    .option('--body <file>', 'Markdown, from a file; - for what comes in')
    .option('--media <ids>', 'ids of materials, with commas', names)
    .option('--fields <json>', 'further fields of the site', json)
    .option('--external-id <id>', "the id in the bot's own system")
    .option('--publish', 'makes it public at once')
    .option('--key <key>', 'the Idempotency-Key, to send the same again later');

const ID = 'an id, or external:<externalId>';

command('health', 'tells whether the site works').action(health);
command('list', 'lists publications, the newest first')
  .addOption(new Option('--status <status>').choices(['draft', 'published', 'scheduled']))
  .option('--title <beginning>', 'titles that begin with this')
  .option('--external-id <id>', 'the one with this externalId')
  .option('--most <number>', 'as many at most', positive, 25)
  .action(list);
withContent(command('create', 'creates a draft').requiredOption('--title <title>')).action(create);
withContent(command('update <id>', `changes what is named; ${ID}`).option('--title <title>'))
  .option('--slug <slug>', 'the last part of the public address')
  .action(update);
command('publish <ids...>', `makes drafts public; each ${ID}`).action(publish);
command('unpublish <ids...>', `takes publications from readers; each ${ID}`).action(unpublish);
withTimes(command('schedule <id>', `says when a publication is public; ${ID}`)).action(schedule);
command('delete <ids...>', `deletes publications with their media; each ${ID}`).action(remove);
command('restore <ids...>', 'restores deleted publications, by their ids').action(restore);
command('upload <sources...>', 'uploads files, or what is at addresses')
  .option('--name <name>', 'shown in place of the file name')
  .option('--alternative-text <text>', 'for readers who cannot see it')
  .option('--caption <text>', 'shown with it')
  .action(upload);
command('changes', 'tells what has changed, the oldest change first')
  .option('--follow', 'waits for more')
  .option('--after <cursor>', 'behind this cursor; latest for what is to come')
  .option('--cursor <file>', 'keeps the cursor in a file, and begins where it was')
  .option('--types <types>', 'only these, such as publication.published; with commas', names)
  .action(changes);
command('import <folder>', 'brings the Markdown files of a folder; once more changes nothing')
  .option('--dry-run', 'shows what would be done')
  .option('--publish', 'makes public, or plans, what is not marked as a draft')
  .option('--name <name>', 'the folder in the externalId of each text; default: its own name')
  .option('--root <folder>', 'a folder around it whose files the texts may name')
  .option(
    '--origin <address>',
    'the address of the blog until now, in links and pictures of the texts'
  )
  .option('--map <key=field>', 'the field that a key means; may be repeated', keyMap)
  .option('--strict', 'makes keys that mean nothing here an error')
  .option('--redirects <file>', 'writes former and new addresses, one pair a line')
  .option('--overwrite', 'also changes publications that an editor has changed since')
  .option('--prune', 'deletes what is on the site and no longer in the folder, after a question')
  .option('--yes', 'deletes it without a question')
  .option('--restore-deleted', 'restores publications that were deleted on the site')
  .action(importTo);
command('export <address> [folder]', 'writes all publications as such files').action(exportFrom);
command('check [address]', 'proves all rules of the interface, and deletes what it made for that')
  .option('--junit <file>', 'writes a JUnit report')
  .option('--clean', 'only deletes what checks have left that were killed an hour ago')
  .option('--no-pages', 'leaves out what readers get: the pages are on another server')
  .action(check);

process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // EPIPE: the reader of the output, such as `head`, has closed the pipe. This counts as success.
  if (code !== 'EPIPE') process.stderr.write(`${message}\n`);
  process.exit(code === 'EPIPE' ? EXIT.done : EXIT.refused);
});

program.parseAsync().catch((error: NodeJS.ErrnoException) => {
  // Commander has already printed its message. Help also arrives here, with exit code 0.
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage;
    return;
  }
  // An error with a code is a `UsageError`, or one of the file system, for example of `--body`.
  process.stderr.write(`${error.code === undefined ? error.stack : error.message}\n`);
  process.exitCode = failureOf(error).exit;
});
