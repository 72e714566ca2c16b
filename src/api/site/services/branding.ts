import type { Core } from '@strapi/strapi';

import { FILE_FIELDS, type StoredFile } from '../../work/services/stored-files';

/** Branding of the site, as pages show it; null for settings that editors have left empty. */
export interface SiteBranding {
  name: string | null;
  claim: string | null;
  language: string | null;
  /** Colour such as `#0b5d6b`. */
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
/** Longest time for which a page may show branding that another instance has changed. */
const CACHE_MILLISECONDS = 10_000;

/** Reads and caches the branding that editors set in the panel. */
const createBrandingService = ({ strapi }: { strapi: Core.Strapi }) => {
  let cache: { branding: Promise<SiteBranding | null>; until: number } | undefined;

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
    /** Branding of the site, or null if it has none yet. Cached for ten seconds. */
    async current(): Promise<SiteBranding | null> {
      if (cache === undefined || cache.until < Date.now())
        cache = { branding: read(), until: Date.now() + CACHE_MILLISECONDS };
      cache.branding.catch(() => (cache = undefined));
      return cache.branding;
    },

    /** Clears the cache when branding changes on this instance. Must be called once, at the start. */
    watch(): void {
      const forget = (): void => void (cache = undefined);
      strapi.db.lifecycles.subscribe({
        models: [SITE],
        afterCreate: forget,
        afterUpdate: forget,
        afterDelete: forget,
      });
    },
  };
};

export type BrandingService = ReturnType<typeof createBrandingService>;

export default createBrandingService;
