import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import type { SiteConfig } from '../../../../config/site';
import { answerDraft, answerMoved, answerPage, answerText } from '../page/answer';
import { findByName, type Found } from '../page/find-by-name';
import { cacheValidity, setCacheValidity } from '../page/cache-validity';
import { createResponder } from '../page/respond';
import { renderDraft } from '../page/views/draft';
import type { SiteView } from '../page/views/site-view';
import { renderList, type WorkList } from '../page/views/list';
import { renderMarkdown } from '../page/views/markdown';
import { renderRemoved } from '../page/views/notices';
import { renderWork } from '../page/views/work';
import { decodeCursor, type Position } from '../services/cursor';
import type { PublishedService } from '../services/published';
import type { TopicsService } from '../services/topics';
import { createFullWorks } from '../services/full-works';

const WORKS_ON_A_PAGE = 20;
const CACHE_MILLISECONDS = 60_000;

export default ({ strapi }: { strapi: Core.Strapi }) => {
  const published = () => strapi.service('api::work.published') as PublishedService;
  const topics = () => strapi.service('api::work.topics') as TopicsService;
  const { respond, missing, rules, view: viewOfSite } = createResponder(strapi);

  const send = async (ctx: Context, found: Found, view: SiteView): Promise<void> => {
    switch (found.is) {
      case 'page': {
        const { work, isValid } = found;
        const { version } = view;
        // Expires after a minute, because a text that took too long is rendered again later.
        const until = Date.now() + CACHE_MILLISECONDS;
        const validity = cacheValidity(ctx);
        if (validity) {
          validity.check = async () =>
            Date.now() < until && (await viewOfSite()).version === version && isValid();
        }
        return answerPage(ctx, 200, await renderWork(work, view), rules());
      }
      case 'markdown':
        if (found.work.seo?.noIndex) ctx.set('X-Robots-Tag', 'noindex');
        return answerText(ctx, 'text/markdown', renderMarkdown(found.work, view));
      case 'moved':
        return answerMoved(ctx, view.address.path(`/works/${found.name}`));
      case 'removed':
        return answerPage(ctx, 410, renderRemoved(view), rules());
    }
  };

  /** Answers with a page of works, or with 404 for an invalid cursor. */
  const answerList = async (
    ctx: Context,
    find: (position: Position | null, site: SiteView) => Promise<Omit<WorkList, 'before'> | null>
  ): Promise<void> => {
    // Parsed as in the page cache, because the answer is shared by all requests with the same cache key.
    const before = new URLSearchParams(ctx.querystring).get('before');
    const position = before === null ? null : decodeCursor(before);
    const isReadable = before === null || position !== null;
    await respond(
      ctx,
      async (site) => (isReadable ? find(position, site) : null),
      async (found, view) =>
        answerPage(ctx, 200, await renderList({ ...found, before: position }, view), rules())
    );
  };

  /**
   * `GET /works[?before=<cursor>]`: published works, newest first. The first page starts with the pinned work. An
   * invalid cursor gives 404.
   */
  const list = (ctx: Context): Promise<void> =>
    answerList(ctx, async (position, { branding }) => {
      const page = await published().findPage(position, WORKS_ON_A_PAGE);
      if (position !== null) return { works: page };
      const pinned = branding?.pinned ? await published().findAt(branding.pinned) : undefined;
      const others = page.works.filter(({ slug }) => slug !== pinned?.slug);
      const works = pinned ? [pinned, ...others] : others;
      return { works: { ...page, works }, topics: await topics().mostUsed() };
    });

  return {
    list,
    missing,

    /**
     * `GET /works/tags/:name`, and the pages of categories and authors: published works of the group, newest first; 404
     * if there are none.
     */
    async group(ctx: Context): Promise<void> {
      await answerList(ctx, async (position) => {
        const group = await topics().find(ctx.params);
        if (group === null) return null;
        const works = await published().findPage(position, WORKS_ON_A_PAGE, group);
        if (position === null && works.works.length === 0) return null;
        return { works, group, isHidden: !(await published().isShown(group)) };
      });
    },

    /** `GET /`: the list of works, or a redirect to the configured address. */
    async root(ctx: Context): Promise<void> {
      const { rootRedirect } = strapi.config.get<SiteConfig>('site');
      if (rootRedirect === '') await list(ctx);
      else ctx.redirect(rootRedirect);
    },

    /**
     * `GET /works/:slug`, `GET /works/:slug.md`: a published work as HTML or Markdown; 301 to its new address, 410 if
     * it was unpublished, 404 if the address was never used.
     */
    async read(ctx: Context): Promise<void> {
      const { slug } = ctx.params as { slug: string };
      await respond(
        ctx,
        () => findByName(published(), slug),
        (found, view) => send(ctx, found, view)
      );
    },

    /** `GET /works/preview/:token`: the draft of a signed preview link, or 404. */
    async preview(ctx: Context): Promise<void> {
      const { token } = ctx.params as { token: string };
      await respond(
        ctx,
        async () => {
          // Not cached, because a token expires on its own.
          setCacheValidity(ctx, undefined);
          const id: string | undefined = strapi.plugin('bot').service('preview').read(token);
          return id === undefined ? null : createFullWorks(strapi).findDraft(id);
        },
        async (work, view) => answerDraft(ctx, await renderDraft(work, view), rules())
      );
    },
  };
};
