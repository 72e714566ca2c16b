import type { Core } from '@strapi/strapi';

import type { RevisionService } from '../../work/services/revision';
import { FILE_FIELDS, type StoredFile } from '../../work/services/stored-files';

/** Branding of the site, as pages show it; null for settings that editors have left empty. */
export interface SiteBranding {
  name: string | null;
  claim: string | null;
  language: string | null;
  /** Accent colour of the site's pages, such as `#0b5d6b`. */
  accent: string | null;
  logo: StoredFile | null;
  logoDark: StoredFile | null;
  icon: StoredFile | null;
  sharePicture: StoredFile | null;
  /** Address of the work that the home page shows large. */
  pinned: string | null;
  links: { label: string; url: string; place: 'menu' | 'footer' }[];
}

const SITE = 'api::site.site';
const FILES = ['logo', 'logoDark', 'icon', 'sharePicture'] as const;
/** Maximum milliseconds for which pages show old branding after a change with SQL. */
const CACHE_MILLISECONDS = 10_000;

/** Reads and caches the branding that editors set in the panel. */
const createBrandingService = ({ strapi }: { strapi: Core.Strapi }) => {
  const revision = () => strapi.service('api::work.revision') as RevisionService;
  let cache: { branding: Promise<SiteBranding | null>; change: string; until: number } | undefined;

  const read = async (): Promise<SiteBranding | null> => {
    const populate = Object.fromEntries(FILES.map((name) => [name, { select: FILE_FIELDS }]));
    const branding: SiteBranding | null = await strapi.db
      .query(SITE)
      .findOne({ populate: { ...populate, links: true }, orderBy: { id: 'asc' } });
    if (branding === null) return null;
    const { signFileUrls } = strapi.plugin('upload').service('file');
    const files = await Promise.all(
      FILES.map(async (name) => [name, branding[name] && (await signFileUrls(branding[name]))])
    );
    return { ...branding, ...Object.fromEntries(files) };
  };

  return {
    /** Branding of the site, or null if it has none yet. Cached until the next change, for ten seconds at most. */
    async current(): Promise<SiteBranding | null> {
      const change = await revision().current();
      if (cache?.change !== change || cache.until < Date.now())
        cache = { branding: read(), change, until: Date.now() + CACHE_MILLISECONDS };
      cache.branding.catch(() => (cache = undefined));
      return cache.branding;
    },
  };
};

export type BrandingService = ReturnType<typeof createBrandingService>;

export default createBrandingService;
