import { BotError } from '../http/errors';

/** Exit codes of the command. With several sites, the highest one counts. */
export const EXIT = { done: 0, refused: 1, usage: 2, noAnswer: 3 } as const;

/** Wrong use of the command. The message is printed without a stack trace; exit code 2. */
export class UsageError extends Error {}

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
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  );
};

const wordOf = (exit: number): string => (exit === EXIT.done ? 'done' : 'failed');

const fieldsOf = ({ errors }: BotError): string =>
  errors.map(({ path, message }) => `\n  ${path.join('.')}: ${message}`).join('');

/** Converts an error into the outcome of a site. Errors other than `BotError` and `UsageError` have exit code 1. */
export const failureOf = (site: string, error: unknown): Outcome<never> & { error: Failure } => {
  if (error instanceof BotError) {
    const { code, message, status, requestId } = error;
    const exit = error.retryable ? EXIT.noAnswer : EXIT.refused;
    return { site, error: { code, message: message + fieldsOf(error), status, requestId }, exit };
  }
  const { code = 'failed', message } = error as NodeJS.ErrnoException;
  if (error instanceof UsageError) {
    return { site, error: { code: 'usage', message }, exit: EXIT.usage };
  }
  // Messages of the file system begin with the code.
  return { site, error: { code, message: message.replace(`${code}: `, '') }, exit: EXIT.refused };
};

const lineOf = (name: string, { code, message, requestId }: Failure): string =>
  `${name}: ${code}: ${message}${requestId ? ` (request ${requestId})` : ''}`;

/**
 * Creates functions that report on standard error when a site fails and is retried, and when the site answers again. A
 * repeated error is reported once.
 */
export const createReporter = (site: string) => {
  let said = '';
  return {
    failing: (error: unknown): void => {
      const { code, message } = failureOf(site, error).error;
      const line = lineOf(site, { code, message });
      if (line !== said) complain(`${line}; trying again`);
      said = line;
    },
    answering: (): void => {
      if (said !== '') complain(`${site}: answers again`);
      said = '';
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
  let count = 0;

  const printJson = ({ exit, ...one }: Outcome<Result>): void => {
    const { result, error } = one;
    const ofSite = error === undefined ? result : { result, error };
    const said = isFleet ? { ...one, ok: exit === EXIT.done } : ofSite;
    if (show === undefined) {
      if (error !== undefined) print(JSON.stringify(said));
      return;
    }
    const text = JSON.stringify(said, null, 2);
    print(isFleet ? `${count === 0 ? '[' : ','}${text}` : text);
    count += 1;
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
      if (!isFleet) return;
      if (json) {
        if (show !== undefined) print(count === 0 ? '[]' : ']');
        return;
      }
      const rows = outcomes.map(({ site, error, exit }) => [site, error?.code ?? wordOf(exit)]);
      print('');
      columns([['SITE', 'RESULT'], ...rows]).forEach(print);
    },
  };
};
