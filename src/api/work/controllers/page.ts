import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import type { SiteConfig } from '../../../../config/site';
import { createSiteAddress } from '../page/address';
import { answerPage } from '../page/answer';
import { decodeCursor } from '../page/cursor';
import { createPageCache } from '../page/page-cache';
import type { SiteView } from '../page/views/layout';
import { renderList } from '../page/views/list';
import { renderNotFound } from '../page/views/not-found';
import { renderWork } from '../page/views/work';
import type { PublishedService } from '../services/published';

const WORKS_ON_A_PAGE = 20;
const CACHED_CHARACTERS = 16 * 1024 * 1024;
/** What Strapi allows in a `uid` field. Anything else is no work's address, so nobody need ask for it. */
const SLUG = /^[\w.~-]{1,255}$/;

export default ({ strapi }: { strapi: Core.Strapi }) => {
  const published = () => strapi.service('api::work.published') as PublishedService;

  const site = (): SiteView => {
    const { name, publicUrl, fileOrigins } = strapi.config.get<SiteConfig>('site');
    return { name, address: createSiteAddress(publicUrl), fileOrigins };
  };
  const pages = createPageCache(CACHED_CHARACTERS);

  /** Answers with what `render` makes, or with the 404 page if there is nothing to render. */
  const answer = <Content>(
    ctx: Context,
    content: Content | null,
    render: (content: Content, view: SiteView) => string
  ): void => {
    const view = site();
    if (content === null) answerPage(ctx, 404, renderNotFound(view), view.fileOrigins);
    else answerPage(ctx, 200, render(content, view), view.fileOrigins);
  };

  return {
    /** `GET /works/:slug`: the page of a published work, else 404. */
    async read(ctx: Context): Promise<void> {
      const { slug } = ctx.params as { slug: string };
      const work = SLUG.test(slug) ? await published().findBySlug(slug) : null;
      answer(ctx, work, (content, view) => pages.get(content, () => renderWork(content, view)));
    },

    /** `GET /works[?before=<cursor>]`: what is published, newest first; 404 for an unreadable cursor. */
    async list(ctx: Context): Promise<void> {
      const { before } = ctx.query;
      const position = typeof before === 'string' ? decodeCursor(before) : null;
      const isReadable = before === undefined || position !== null;
      const page = isReadable ? await published().findPage(position, WORKS_ON_A_PAGE) : null;
      answer(ctx, page, (works, view) => renderList(works, position, view));
    },
  };
};
