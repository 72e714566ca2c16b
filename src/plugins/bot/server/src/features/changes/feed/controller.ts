import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { botConfig } from '../../../core/config';
import { encodeChangeCursor } from '../../../core/protocol/changes/cursor';

import { getChangeFeedService } from './feed';
import { createFeedQueryParser } from './query';

/** What has changed on the site. */
const createChangeController = ({ strapi }: { strapi: Core.Strapi }) => {
  const parseQuery = createFeedQueryParser(botConfig(strapi));

  return {
    /** `GET /changes?after=...`: 200 `{ items, next, more }`, the oldest first. */
    async list(ctx: Context): Promise<void> {
      const { after, limit } = parseQuery(ctx.querystring).query;
      const feed = getChangeFeedService(strapi);
      const { items, next, more } =
        after === 'latest' ? await feed.latest() : await feed.page(after, limit);
      ctx.body = { items, next: encodeChangeCursor(next), more };
    },
  };
};

export default createChangeController;
