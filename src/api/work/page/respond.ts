import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import type { SiteConfig } from '../../../../config/site';
import { createSiteAddress } from '../../site-address';
import type { BrandingService, SiteBranding } from '../../site/services/branding';
import type { TextsService } from '../../site/services/texts';
import type { SearchService } from '../services/search';
import type { RevisionService } from '../services/revision';
import { answerPage, type PageRules } from './answer';
import { setCacheValidity } from './cache-validity';
import { toMedium } from './media/medium';
import type { SiteView } from './views/site-view';
import { renderNotFound, renderUnavailable } from './views/notices';
import { languageOfSite } from './translations/language';

/** Creates the functions with which controllers answer readers. */
export const createResponder = (strapi: Core.Strapi) => {
  const brandings = () => strapi.service('api::site.branding') as BrandingService;
  const revision = () => strapi.service('api::work.revision') as RevisionService;
  const search = () => strapi.service('api::work.search') as SearchService;
  const config = () => strapi.config.get<SiteConfig>('site');
  const texts = () => strapi.service('api::site.texts') as TextsService;

  const viewOf = (branding: SiteBranding | null): SiteView => {
    const { name, publicUrl, fileOrigins, locale, dollarFormulas: hasDollars } = config();
    const address = createSiteAddress(publicUrl);
    const picture = branding?.sharePicture && toMedium(branding.sharePicture, address);
    return {
      name: branding?.name || name,
      address,
      fileOrigins,
      language: languageOfSite(branding?.language || locale),
      branding,
      version: JSON.stringify(branding),
      hasSearch: search().isEnabled(),
      ...(picture?.kind === 'picture' && { sharePicture: picture }),
      renderText: (source, place) =>
        texts().render(source, { ...place, publicUrl, fileOrigins, hasDollars }),
    };
  };

  const view = async (): Promise<SiteView> => viewOf(await brandings().current());

  const rules = (): PageRules => ({
    files: config().fileOrigins,
    staleSeconds: config().staleSeconds,
    panel: new URL(strapi.config.get<string>('admin.absoluteUrl')).origin,
  });

  const missing = async (ctx: Context): Promise<void> =>
    answerPage(ctx, 404, renderNotFound(await view()), rules());

  return {
    rules,

    /** Data of the site that every page shows or uses, such as name, language and branding. */
    view,

    /** Answers with the 404 page. */
    missing,

    /**
     * Answers a request: `find` loads the content, and `send` answers with it. If `find` returns null, the answer is
     * the 404 page; if `find` fails, for example because the database is unreachable, the 503 page. The answer is
     * cached until content changes, unless `find` or `send` sets another condition.
     */
    respond: async <Content>(
      ctx: Context,
      find: (site: SiteView) => Promise<Content | null>,
      send: (content: Content, view: SiteView) => void | Promise<void>
    ): Promise<void> => {
      let content: Content | null;
      let site: SiteView;
      try {
        setCacheValidity(ctx, await revision().now());
        site = await view();
        content = await find(site);
      } catch (error) {
        strapi.log.error(error);
        answerPage(ctx, 503, renderUnavailable(viewOf(null)), rules());
        return;
      }
      if (content === null) answerPage(ctx, 404, renderNotFound(site), rules());
      else await send(content, site);
    },
  };
};
