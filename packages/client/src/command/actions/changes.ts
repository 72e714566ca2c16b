import type { ChangeType, FeedItem } from '@fleet-bot/protocol';

import { fileCursor } from '../../resources/changes';
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

/** `fleet-bot changes`: prints each change as it comes; with `--json` each is a line. */
export const changes = (options: ChangesOptions) => {
  const { after, cursor, follow, types, json } = options;
  return onEachSite(options, async ({ client, name }, isFleet) => {
    const file = isFleet ? `${cursor}.${name}` : cursor;
    const asked = { after, types, ...(cursor && file && { cursor: fileCursor(file) }) };
    const found = follow ? client.changes.follow(asked) : client.changes.read(asked);
    for await (const change of found) {
      const line = isFleet ? `${name}: ${lineOf(change)}` : lineOf(change);
      print(json ? JSON.stringify(isFleet ? { site: name, ...change } : change) : line);
    }
  });
};
