import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import type { SiteConfig } from '../../../../config/site';
import { createSiteAddress } from '../../site-address';
import type { TextsService } from '../../site/services/texts';
import type { RevisionService } from '../services/revision';
import { answerPage, type PageRules } from './answer';
import type { SiteView } from './views/layout';
import { renderNotFound } from './views/not-found';
import { renderUnavailable } from './views/unavailable';
import { keepWhile } from './kept-while';
import { languageOfSite } from './words/language';

/** Answers readers of this site. */
export const createResponder = (strapi: Core.Strapi) => {
  const revision = () => strapi.service('api::work.revision') as RevisionService;
  const config = () => strapi.config.get<SiteConfig>('site');
  const texts = () => strapi.service('api::site.texts') as TextsService;

  const view = (): SiteView => {
    const { name, publicUrl, fileOrigins, locale, dollarFormulas: hasDollars } = config();
    return {
      name,
      address: createSiteAddress(publicUrl),
      fileOrigins,
      language: languageOfSite(locale),
      setText: (source, place) =>
        texts().render(source, { ...place, publicUrl, fileOrigins, hasDollars }),
    };
  };

  const rules = (): PageRules => ({
    files: config().fileOrigins,
    staleSeconds: config().staleSeconds,
    panel: new URL(strapi.config.get<string>('admin.absoluteUrl')).origin,
  });

  const missing = (ctx: Context): void => answerPage(ctx, 404, renderNotFound(view()), rules());

  return {
    rules,

    /** What pages know of this site. */
    view,

    /** The page for an address where nothing is. */
    missing,

    /**
     * Answers with what `send` makes of what `find` has found, with the 404 page if that is
     * nothing, or with the 503 page if it cannot be read, as when the database is away. The answer
     * may be given to others until something changes, unless `send` says otherwise.
     */
    respond: async <Content>(
      ctx: Context,
      find: () => Promise<Content | null>,
      send: (content: Content, view: SiteView) => void | Promise<void>
    ): Promise<void> => {
      let content: Content | null;
      try {
        keepWhile(ctx, await revision().now());
        content = await find();
      } catch (error) {
        strapi.log.error(error);
        answerPage(ctx, 503, renderUnavailable(view()), rules());
        return;
      }
      if (content === null) missing(ctx);
      else await send(content, view());
    },
  };
};
