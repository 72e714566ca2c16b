import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

import { answerPage, answerText } from '../page/answer';
import { setCacheValidity } from '../page/cache-validity';
import { createResponder } from '../page/respond';
import { renderTooMany } from '../page/views/notices';
import { renderOpenSearch, renderSearch } from '../page/views/search';
import type { SearchService } from '../services/search';

const WORKS_ON_A_PAGE = 10;
const PAGES = 50;
const LONGEST = 200;
/**
 * Limit of searches for each IP address: `points` searches in `duration` seconds. Answers from the page cache are not
 * counted.
 */
const LIMIT = { points: 60, duration: 10 };

export default ({ strapi }: { strapi: Core.Strapi }) => {
  const search = () => strapi.service('api::work.search') as SearchService;
  const { respond, missing, rules, view } = createResponder(strapi);
  const limiter = new RateLimiterMemory(LIMIT);

  /** Seconds until an IP address may search again; 0 if it may now. */
  const secondsToWait = async ({ ip }: Context): Promise<number> => {
    try {
      await limiter.consume(ip);
      return 0;
    } catch (error) {
      if (error instanceof RateLimiterRes) return Math.ceil(error.msBeforeNext / 1000);
      throw error;
    }
  };

  return {
    /** `GET /search?q=<words>[&page=<number>]`: published works that contain the words, best match first. */
    async page(ctx: Context): Promise<void> {
      const query = new URLSearchParams(ctx.querystring);
      const text = (query.get('q') ?? '').slice(0, LONGEST).trim();
      const page = Number(query.get('page') ?? 1);
      const isPage = Number.isInteger(page) && page >= 1 && page <= PAGES;
      const seconds = text !== '' && isPage ? await secondsToWait(ctx) : 0;
      if (seconds > 0) {
        ctx.set('Retry-After', String(seconds));
        return answerPage(ctx, 429, renderTooMany(await view()), rules());
      }
      return respond(
        ctx,
        async () => {
          if (!isPage || !search().isEnabled()) return null;
          if (text === '') return { text, page };
          const found = await search().find(text, (page - 1) * WORKS_ON_A_PAGE, WORKS_ON_A_PAGE);
          if (found?.isWhole !== true) setCacheValidity(ctx, undefined);
          return found && { ...found, text, page };
        },
        async (found, site) => answerPage(ctx, 200, await renderSearch(found, site), rules())
      );
    },

    /** `GET /opensearch.xml`: lets browsers offer the site's search (OpenSearch 1.1). */
    async description(ctx: Context): Promise<void> {
      if (!search().isEnabled()) return missing(ctx);
      return answerText(
        ctx,
        'application/opensearchdescription+xml',
        renderOpenSearch(await view())
      );
    },
  };
};
