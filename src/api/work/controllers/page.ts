import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import type { SiteConfig } from '../../../../config/site';
import { createSiteAddress } from '../page/address';
import { answerDraft, answerPage, type PageOrigins } from '../page/answer';
import { decodeCursor } from '../page/cursor';
import { createPageCache } from '../page/page-cache';
import { renderDraft } from '../page/views/draft';
import type { SiteView } from '../page/views/layout';
import { renderList } from '../page/views/list';
import { renderNotFound } from '../page/views/not-found';
import { renderUnavailable } from '../page/views/unavailable';
import { renderWork } from '../page/views/work';
import type { DraftService } from '../services/draft';
import type { PublishedService } from '../services/published';

const WORKS_ON_A_PAGE = 20;
const CACHED_CHARACTERS = 16 * 1024 * 1024;
/** What Strapi allows in a `uid` field. Anything else is no work's address, so nobody need ask for it. */
const SLUG = /^[\w.~-]{1,255}$/;

export default ({ strapi }: { strapi: Core.Strapi }) => {
  const published = () => strapi.service('api::work.published') as PublishedService;

  const drafts = () => strapi.service('api::work.draft') as DraftService;

  const site = (): SiteView => {
    const { name, publicUrl, fileOrigins } = strapi.config.get<SiteConfig>('site');
    return { name, address: createSiteAddress(publicUrl), fileOrigins };
  };
  const origins = (): PageOrigins => ({
    files: strapi.config.get<SiteConfig>('site').fileOrigins,
    panel: new URL(strapi.config.get<string>('admin.absoluteUrl')).origin,
  });
  const pages = createPageCache(CACHED_CHARACTERS);

  /**
   * Answers with what `render` makes of what `find` has found, with the 404 page if that is
   * nothing, or with the 503 page if it cannot be read, as when the database is away.
   */
  const answer = async <Content>(
    ctx: Context,
    find: () => Promise<Content | null>,
    render: (content: Content, view: SiteView) => string,
    send = (page: string) => answerPage(ctx, 200, page, origins())
  ): Promise<void> => {
    const view = site();
    let content: Content | null;
    try {
      content = await find();
    } catch (error) {
      strapi.log.error(error);
      answerPage(ctx, 503, renderUnavailable(view), origins());
      return;
    }
    if (content === null) answerPage(ctx, 404, renderNotFound(view), origins());
    else send(render(content, view));
  };

  return {
    /** `GET /works/:slug`: the page of a published work, else 404. */
    async read(ctx: Context): Promise<void> {
      const { slug } = ctx.params as { slug: string };
      await answer(
        ctx,
        async () => (SLUG.test(slug) ? published().findBySlug(slug) : null),
        (work, view) => pages.get(work, () => renderWork(work, view))
      );
    },

    /** `GET /works/preview/:token`: the draft that a signed address opens, else 404. */
    async preview(ctx: Context): Promise<void> {
      const { token } = ctx.params as { token: string };
      await answer(
        ctx,
        async () => drafts().findByToken(token),
        (work, view) => renderDraft(work, view),
        (page) => answerDraft(ctx, page, origins())
      );
    },

    /** `GET /works[?before=<cursor>]`: what is published, newest first; 404 for an unreadable cursor. */
    async list(ctx: Context): Promise<void> {
      const { before } = ctx.query;
      const position = typeof before === 'string' ? decodeCursor(before) : null;
      const isReadable = before === undefined || position !== null;
      await answer(
        ctx,
        async () => (isReadable ? published().findPage(position, WORKS_ON_A_PAGE) : null),
        (works, view) => renderList(works, position, view)
      );
    },
  };
};
