import { BotError } from '../http/errors';

/** Exit codes of the command. With several sites, the highest one counts. */
export const EXIT = { done: 0, refused: 1, usage: 2, noAnswer: 3 } as const;

/** Wrong use of the command. The message is printed without a stack trace; exit code 2. */
export class UsageError extends Error {
  readonly code = 'usage';
}

export interface Failure {
  code: string;
  message: string;
  status?: number;
  requestId?: string;
}

/** Outcome of a command on one site: a result, an error, or an error with a partial result. */
export interface Outcome<Result> {
  site: string;
  result?: Result;
  error?: Failure;
  exit: number;
}

/** Outcome of one argument for which a command failed. */
export class FailedItem {
  constructor(
    readonly name: string,
    readonly error: Failure,
    readonly exit: number
  ) {}
}

/** Writes a line to standard output. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`);

const complain = (line: string): void => void process.stderr.write(`${line}\n`);

/** Formats rows of cells as lines with aligned columns. */
export const columns = (rows: readonly (readonly string[])[]): string[] => {
  const widths = (rows[0] ?? []).map((_cell, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0))
  );
  return rows.map((row) => {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    return cells.join('  ').trimEnd();
  });
};

const wordOf = (exit: number): string => (exit === EXIT.done ? 'done' : 'failed');

/** Describes an error, with its exit code: 1 for errors other than `BotError` and `UsageError`. */
export const failureOf = (error: unknown): { error: Failure; exit: number } => {
  if (error instanceof BotError) {
    const { code, status, requestId, retryable, errors } = error;
    const fields = errors.map((one) => `\n  ${one.path.join('.')}: ${one.message}`);
    const message = error.message + fields.join('');
    const exit = retryable ? EXIT.noAnswer : EXIT.refused;
    return { error: { code, message, status, requestId }, exit };
  }
  const { code = 'failed', message } = error as NodeJS.ErrnoException;
  const exit = error instanceof UsageError ? EXIT.usage : EXIT.refused;
  // Messages of the file system begin with the code.
  return { error: { code, message: message.replace(`${code}: `, '') }, exit };
};

const lineOf = (name: string, { code, message, requestId }: Failure): string =>
  `${name}: ${code}: ${message}${requestId ? ` (request ${requestId})` : ''}`;

/** Creates functions that report on standard error that a site fails (each error once) and that it answers again. */
export const createReporter = (site: string) => {
  let reported = '';
  return {
    failing: (error: unknown): void => {
      const { code, message } = failureOf(error).error;
      const line = lineOf(site, { code, message });
      if (line !== reported) complain(`${line}; trying again`);
      reported = line;
    },
    answering: (): void => {
      if (reported !== '') complain(`${site}: answers again`);
      reported = '';
    },
  };
};

/**
 * Creates the printer of outcomes. Prints the outcome of each site as soon as the site is done, and a table after all
 * sites of a fleet. With `json`, prints JSON in place of lines and table.
 * @param show formats a result as lines. Without `show`, only errors are printed, because the command has printed its
 * results.
 */
export const createPrinter = <Result>(
  { json, isFleet }: { json: boolean; isFleet: boolean },
  show?: (result: Result) => (string | FailedItem)[]
) => {
  let opening = '[';

  const printJson = ({ exit, ...one }: Outcome<Result>): void => {
    const { result, error } = one;
    const ofSite = error === undefined ? result : { result, error };
    const entry = isFleet ? { ...one, ok: exit === EXIT.done } : ofSite;
    if (show !== undefined) print((isFleet ? opening : '') + JSON.stringify(entry, null, 2));
    else if (error !== undefined) print(JSON.stringify(entry));
    opening = ',';
  };

  const printLines = ({ site, result, error, exit }: Outcome<Result>): void => {
    const lines = (result !== undefined && show?.(result)) || [];
    for (const line of lines) {
      if (line instanceof FailedItem) complain(lineOf(`${site}: ${line.name}`, line.error));
      else print(isFleet ? line.replace(/^/gm, `${site}: `) : line);
    }
    if (error !== undefined) complain(lineOf(site, error));
    else if (isFleet && lines.length === 0) complain(`${site}: ${wordOf(exit)}`);
  };

  return {
    printOutcome: json ? printJson : printLines,

    printEnd: (outcomes: Outcome<Result>[]): void => {
      const rows = outcomes.map(({ site, error, exit }) => [site, error?.code ?? wordOf(exit)]);
      if (isFleet && !json) ['', ...columns([['SITE', 'RESULT'], ...rows])].forEach(print);
      else if (isFleet && show !== undefined) print(rows.length === 0 ? '[]' : ']');
    },
  };
};
