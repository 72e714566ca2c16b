import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import type { SiteConfig } from '../../../../config/site';
import { renderAtom, renderJsonFeed, type FeedContent } from '../feeds/feed';
import { renderLlms } from '../feeds/llms';
import { answerText } from '../page/answer';
import { createResponder } from '../page/respond';
import type { PublishedService } from '../services/published';
import type { RevisionService } from '../services/revision';
import type { TopicsService } from '../services/topics';

const WORKS_IN_A_FEED = 20;
const WORKS_IN_LLMS = 100;

export default ({ strapi }: { strapi: Core.Strapi }) => {
  const published = () => strapi.service('api::work.published') as PublishedService;
  const revision = () => strapi.service('api::work.revision') as RevisionService;
  const topics = () => strapi.service('api::work.topics') as TopicsService;
  const { respond } = createResponder(strapi);

  const answerFeed = async (
    ctx: Context,
    type: string,
    render: (content: FeedContent) => Promise<string>
  ): Promise<void> => {
    const { webSubHub: hub } = strapi.config.get<SiteConfig>('site');
    const params = ctx.params as { kind?: string; name?: string };
    await respond(
      ctx,
      async () => {
        const group = params.kind === undefined ? undefined : await topics().find(params);
        if (group === null) return null;
        const works = await published().findNewest(WORKS_IN_A_FEED, group);
        if (group && works.length === 0) {
          if ((await published().findPage(null, 1, group)).works.length === 0) return null;
          ctx.set('X-Robots-Tag', 'noindex');
        }
        return { works, group, unpublishedAt: await revision().unpublishedAt() };
      },
      async (content, view) => answerText(ctx, type, await render({ ...content, view, hub }))
    );
  };

  return {
    /** `GET /works/feed.xml`, and the feeds of tags, categories and authors: the newest works in Atom. */
    atom: (ctx: Context) => answerFeed(ctx, 'application/atom+xml', renderAtom),

    /** `GET /works/feed.json`, and the feeds of tags, categories and authors: the newest works in JSON Feed. */
    json: (ctx: Context) => answerFeed(ctx, 'application/feed+json', renderJsonFeed),

    /** `GET /llms.txt`: the newest works in Markdown, for language models (llmstxt.org). */
    async llms(ctx: Context): Promise<void> {
      await respond(
        ctx,
        () => published().findPage(null, WORKS_IN_LLMS, undefined, true),
        ({ works }, view) => answerText(ctx, 'text/markdown', renderLlms(works, view))
      );
    },
  };
};
