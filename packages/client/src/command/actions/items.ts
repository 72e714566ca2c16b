import { BotError } from '../../http/errors';
import { FailedItem, failureOf, type Failure } from '../output';
import { onEachSite, type CommonOptions } from '../run';
import type { Site } from '../sites';

type Done<Result> = (Result | FailedItem)[];

/** Whether an error concerns the site as a whole, not only the requested item. */
const isOfSite = (error: unknown): boolean =>
  error instanceof BotError &&
  ([0, 401, 403, 429].includes(error.status) ||
    ['bot-paused', 'unexpected-answer'].includes(error.code));

/** Runs `work` for each name on each site. An error of the whole site skips its remaining names. */
export const onEachItem = <Result extends object>(
  names: string[],
  options: CommonOptions,
  work: (site: Site, name: string, isFleet: boolean) => Promise<Result>,
  show: (one: Result) => string[]
): Promise<void> =>
  onEachSite<Done<Result>>(
    options,
    async (site, { isFleet, signal, keep }) => {
      const done: Done<Result> = [];
      keep(done);
      let end: [Failure, number] | undefined;
      for (const name of names) {
        signal.throwIfAborted();
        try {
          done.push(end ? new FailedItem(name, ...end) : await work(site, name, isFleet));
        } catch (error) {
          const { error: failure, exit } = failureOf(error);
          done.push(new FailedItem(name, failure, exit));
          const why = { code: 'not-tried', message: `after ${failure.code}` };
          if (isOfSite(error)) end = [why, exit];
        }
      }
      return done;
    },
    (done) =>
      done.flatMap<string | FailedItem>((one) => (one instanceof FailedItem ? one : show(one))),
    (done) => Math.max(0, ...done.map((one) => (one instanceof FailedItem ? one.exit : 0)))
  );
