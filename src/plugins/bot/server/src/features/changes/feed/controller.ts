import { feedQuery } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { changeSettings } from '../settings';
import { decodeChangeCursor, encodeChangeCursor } from '../../../core/protocol/cursor';
import { createQueryParser } from '../../../core/protocol/query-parameters';

import { getChangeFeedService } from './feed';

export default ({ strapi }: { strapi: Core.Strapi }) => {
  const parseQuery = createQueryParser(feedQuery({ changes: changeSettings.of(strapi) }));

  return {
    /** Handles `GET /changes?after=...`: 200 `{ items, next, more }`, oldest first. */
    async list(ctx: Context): Promise<void> {
      const { after, limit } = parseQuery(ctx.querystring).query;
      const feed = getChangeFeedService(strapi);
      const { items, next, more } =
        after === 'latest'
          ? await feed.latest()
          : await feed.page(after === undefined ? after : decodeChangeCursor(after), limit);
      ctx.body = { items, next: encodeChangeCursor(next), more };
    },
  };
};
