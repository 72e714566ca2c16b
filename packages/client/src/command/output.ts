import { BotError } from '../http/errors';

/** What a command ends with; of several sites the worst counts. */
export const EXIT = { done: 0, refused: 1, usage: 2, noAnswer: 3 } as const;

/** What the person at the terminal has to set right; told in one line, and ends with 2. */
export class UsageError extends Error {}

export interface Failure {
  code: string;
  message: string;
  status?: number;
  requestId?: string;
}

/** What became of a command on one site. */
export interface Outcome<Result> {
  site: string;
  result?: Result;
  error?: Failure;
  exit: number;
}

/** What became of one argument of a command that failed with it. */
export class FailedItem {
  constructor(
    readonly name: string,
    readonly error: Failure,
    readonly exit: number
  ) {}
}

/** Writes a line for people, or for the program that reads the output. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`);

const complain = (line: string): void => void process.stderr.write(`${line}\n`);

/** Rows as columns that stand under each other. */
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

/** What became of it when it failed. An error that is no answer of a site is the fault of this program. */
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
  return { site, error: { code, message }, exit: EXIT.refused };
};

const lineOf = (name: string, { code, message, requestId }: Failure): string =>
  `${name}: ${code}: ${message}${requestId ? ` (request ${requestId})` : ''}`;

/** Says on standard error that a site fails and is tried again, once for each reason, and that it answers again. */
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
 * Prints what became of a command: the result of each site when it has come, and of a fleet a table; or all as JSON.
 * @param show says a result in lines; missing where all was printed as it came, and errors alone are left to say
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

  const printLines = ({ site, result, error }: Outcome<Result>): void => {
    for (const line of (result !== undefined && show?.(result)) || []) {
      if (line instanceof FailedItem) complain(lineOf(`${site}: ${line.name}`, line.error));
      else print(isFleet ? `${site}: ${line}` : line);
    }
    if (error !== undefined) complain(lineOf(site, error));
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
