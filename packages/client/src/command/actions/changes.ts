import type { ChangeType, FeedItem } from '@fleet-bot/protocol';

import { BotError } from '../../http/errors';
import { pause } from '../../http/retry';
import { fileCursor, type CursorStore } from '../../resources/changes';
import { print } from '../output';
import { onEachSite, type CommonOptions } from '../run';

interface ChangesOptions extends CommonOptions {
  after?: string;
  cursor?: string;
  follow?: boolean;
  types?: ChangeType[];
}

const lineOf = ({ timestamp, type, data }: FeedItem): string =>
  `${timestamp}  ${type}  ${data.id}  ${data.title ?? ''}  (${data.by.name ?? data.by.who})`;

/** Milliseconds between two requests with `--follow`. */
const INTERVAL = 5_000;
/** Milliseconds until the next request after a permanent error, such as a wrong token. */
const AFTER_REFUSAL = 60_000;

const cursorInMemory = (): CursorStore => {
  let cursor: string | undefined;
  return {
    load: () => Promise.resolve(cursor),
    save: (saved) => Promise.resolve(void (cursor = saved)),
  };
};

/**
 * Milliseconds to wait after an error before the next request.
 * @throws a permanent error; with a fleet, only a permanent error with status 400 or 410 (expired cursor)
 */
const waitAfter = (error: unknown, isFleet: boolean): number => {
  if (!(error instanceof BotError)) throw error;
  if (error.retryable) return Math.max(INTERVAL, error.retryAfter ?? 0);
  if (!isFleet || [400, 410].includes(error.status)) throw error;
  return AFTER_REFUSAL;
};

/** `fleet-bot changes`: prints each change as it arrives; with `--json`, one JSON object per line. */
export const changes = (options: ChangesOptions) => {
  const { after, cursor: path, follow, types, json } = options;
  return onEachSite(
    { ...options, endsItself: follow },
    async ({ client, name, report }, { isFleet, signal }) => {
      const file = isFleet && path ? `${path}.${name}` : path;
      const cursor = file ? fileCursor(file) : cursorInMemory();
      let failure: Error | undefined = new Error('no answer until the end');
      const answering = (): void => {
        failure = undefined;
        report.answering();
      };
      const readOnce = async () => {
        for await (const change of client.changes.read({ after, types, cursor, signal })) {
          answering();
          const line = isFleet ? `${name}: ${lineOf(change)}` : lineOf(change);
          print(json ? JSON.stringify(isFleet ? { site: name, ...change } : change) : line);
        }
        answering();
      };
      if (!follow) return readOnce();
      while (!signal.aborted) {
        let wait = INTERVAL;
        try {
          await readOnce();
        } catch (error) {
          if (signal.aborted) break;
          wait = waitAfter(error, isFleet);
          report.failing(error);
          failure = error as Error;
        }
        await pause(wait, signal).catch(() => undefined);
      }
      if (failure !== undefined) throw failure;
    }
  );
};
