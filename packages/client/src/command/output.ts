import { BotError } from '../http/errors';

/** What a command ends with; of several sites the worst counts. */
export const EXIT = { done: 0, refused: 1, usage: 2, noAnswer: 3 } as const;

/** What became of a command on one site. */
export interface Outcome<Result> {
  site: string;
  result?: Result;
  error?: { code: string; message: string; status?: number; requestId?: string };
  exit: number;
}

/** Writes a line for people, or for the program that reads the output. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`);

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
export const failureOf = (site: string, error: unknown): Outcome<never> => {
  if (error instanceof BotError) {
    const { code, message, status, requestId } = error;
    const exit = error.retryable ? EXIT.noAnswer : EXIT.refused;
    return { site, error: { code, message: message + fieldsOf(error), status, requestId }, exit };
  }
  const { code = 'failed', message } = error as NodeJS.ErrnoException;
  return { site, error: { code, message }, exit: EXIT.refused };
};

/**
 * Prints what became of a command: of one site its result, of several a table; or all as JSON.
 * @param show says a result in lines; missing where all was printed as it came, and errors alone are left to say
 */
export const printOutcomes = <Result>(
  outcomes: Outcome<Result>[],
  { json, isFleet }: { json: boolean; isFleet: boolean },
  show?: (result: Result) => string[]
): void => {
  if (json) {
    const said = outcomes
      .filter(({ error }) => show ?? error)
      .map(({ exit, ...one }) =>
        isFleet ? { ...one, ok: exit === EXIT.done } : (one.result ?? { error: one.error })
      );
    if (show) print(JSON.stringify(isFleet ? said : said[0], null, 2));
    else said.forEach((one) => print(JSON.stringify(one)));
    return;
  }
  for (const { site, result, error } of outcomes) {
    if (result !== undefined) {
      show?.(result).forEach((line) => print(isFleet ? `${site}: ${line}` : line));
    }
    if (error === undefined) continue;
    const request = error.requestId ? ` (request ${error.requestId})` : '';
    process.stderr.write(`${site}: ${error.code}: ${error.message}${request}\n`);
  }
  if (!isFleet) return;
  const rows = outcomes.map(({ site, error, exit }) => [site, error?.code ?? wordOf(exit)]);
  print('');
  columns([['SITE', 'RESULT'], ...rows]).forEach(print);
};
