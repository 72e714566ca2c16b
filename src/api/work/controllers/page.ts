import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import type { SiteConfig } from '../../../../config/site';
import { createSiteAddress } from '../page/address';
import { answerPage } from '../page/answer';
import { decodeCursor } from '../page/cursor';
import type { SiteView } from '../page/views/layout';
import { renderList } from '../page/views/list';
import { renderNotFound } from '../page/views/not-found';
import { renderWork } from '../page/views/work';
import type { PublishedService } from '../services/published';

const WORKS_ON_A_PAGE = 20;
/** What Strapi allows in a `uid` field. Anything else is no work's address, so nobody need ask for it. */
const SLUG = /^[\w.~-]{1,255}$/;

export default ({ strapi }: { strapi: Core.Strapi }) => {
  const published = () => strapi.service('api::work.published') as PublishedService;

  const site = (): SiteView => {
    const { name, publicUrl } = strapi.config.get<SiteConfig>('site');
    return { name, address: createSiteAddress(publicUrl) };
  };

  return {
    /** `GET /works/:slug`: the page of a published work, else 404. */
    async read(ctx: Context): Promise<void> {
      const { slug } = ctx.params as { slug: string };
      const work = SLUG.test(slug) ? await published().findBySlug(slug) : null;
      if (work) answerPage(ctx, 200, renderWork(work, site()));
      else answerPage(ctx, 404, renderNotFound(site()));
    },

    /** `GET /works[?before=<cursor>]`: what is published, newest first; 404 for an unreadable cursor. */
    async list(ctx: Context): Promise<void> {
      const { before } = ctx.query;
      const position = typeof before === 'string' ? decodeCursor(before) : null;
      if (before !== undefined && !position) {
        answerPage(ctx, 404, renderNotFound(site()));
        return;
      }
      const page = await published().findPage(position, WORKS_ON_A_PAGE);
      answerPage(ctx, 200, renderList(page, position, site()));
    },
  };
};
