import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import type { SiteConfig } from '../../../../config/site';
import { answerDraft, answerPage, answerText } from '../page/answer';
import { decodeCursor } from '../page/cursor';
import { createPageCache } from '../page/page-cache';
import { createResponder } from '../page/respond';
import { renderDraft } from '../page/views/draft';
import { renderList } from '../page/views/list';
import { renderMarkdown } from '../page/views/markdown';
import { renderWork } from '../page/views/work';
import type { DraftService } from '../services/draft';
import type { PublishedService, PublishedWork } from '../services/published';

const WORKS_ON_A_PAGE = 20;
const CACHED_CHARACTERS = 16 * 1024 * 1024;
/** What Strapi allows in a `uid` field. Anything else is no work's address, so nobody need ask for it. */
const SLUG = /^[\w.~-]{1,255}$/;
const MARKDOWN = '.md';

export default ({ strapi }: { strapi: Core.Strapi }) => {
  const published = () => strapi.service('api::work.published') as PublishedService;
  const drafts = () => strapi.service('api::work.draft') as DraftService;
  const { respond, missing, origins } = createResponder(strapi);
  const pages = createPageCache(CACHED_CHARACTERS);

  const findBySlug = async (slug: string): Promise<PublishedWork | null> =>
    SLUG.test(slug) ? published().findBySlug(slug) : null;

  /** A work by the last part of its address; one that ends with `.md` may ask for its Markdown. */
  const findByName = async (
    name: string
  ): Promise<{ work: PublishedWork; asMarkdown: boolean } | null> => {
    const work = await findBySlug(name);
    if (work || !name.endsWith(MARKDOWN)) return work && { work, asMarkdown: false };
    const source = await findBySlug(name.slice(0, -MARKDOWN.length));
    return source && { work: source, asMarkdown: true };
  };

  /** `GET /works[?before=<cursor>]`: what is published, newest first; 404 for an unreadable cursor. */
  const list = async (ctx: Context): Promise<void> => {
    const { before } = ctx.query;
    const position = typeof before === 'string' ? decodeCursor(before) : null;
    const isReadable = before === undefined || position !== null;
    await respond(
      ctx,
      async () => (isReadable ? published().findPage(position, WORKS_ON_A_PAGE) : null),
      (works, view) => answerPage(ctx, 200, renderList(works, position, view), origins())
    );
  };

  return {
    list,
    missing,

    /** `GET /`: the list, or a redirect to the address that the site names. */
    async root(ctx: Context): Promise<void> {
      const { rootRedirect } = strapi.config.get<SiteConfig>('site');
      if (rootRedirect === '') await list(ctx);
      else ctx.redirect(rootRedirect);
    },

    /** `GET /works/:slug`, `GET /works/:slug.md`: a published work as a page or in Markdown, else 404. */
    async read(ctx: Context): Promise<void> {
      const { slug } = ctx.params as { slug: string };
      await respond(
        ctx,
        () => findByName(slug),
        ({ work, asMarkdown }, view) =>
          asMarkdown
            ? answerText(ctx, 'text/markdown', renderMarkdown(work, view))
            : answerPage(
                ctx,
                200,
                pages.get(work, () => renderWork(work, view)),
                origins()
              )
      );
    },

    /** `GET /works/preview/:token`: the draft that a signed address opens, else 404. */
    async preview(ctx: Context): Promise<void> {
      const { token } = ctx.params as { token: string };
      await respond(
        ctx,
        () => drafts().findByToken(token),
        (work, view) => answerDraft(ctx, renderDraft(work, view), origins())
      );
    },
  };
};
