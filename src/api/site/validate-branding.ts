import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';

import { findLanguage } from '../work/page/translations/language';
import type { PublishedService } from '../work/services/published';
import { contrast, onLight, PAPER } from './colours';

interface BrandingInput {
  accent?: string | null;
  language?: string | null;
  pinned?: string | null;
}

/** Rejects branding that would not work on pages: unknown language, unpublished pinned work, pale accent colour. */
export const validateBranding = (strapi: Core.Strapi): void => {
  const published = () => strapi.service('api::work.published') as PublishedService;

  /**
   * Pinned address that is stored already. Accepted even if its work was unpublished, so that other settings can be
   * saved.
   */
  const storedPinned = async () =>
    (await strapi.documents('api::site.site').findFirst({ fields: ['pinned'] }))?.pinned;

  const faultOf = async ({
    accent,
    language,
    pinned,
  }: BrandingInput): Promise<[keyof BrandingInput, string] | undefined> => {
    if (language && findLanguage(language) === null)
      return ['language', 'language must be a language like de or zh-Hant (BCP 47)'];
    if (
      pinned &&
      pinned !== (await storedPinned()) &&
      (await published().findAt(pinned)) === undefined
    )
      return ['pinned', `There is no published work at ${pinned}`];
    if (!accent || !/^#[\da-f]{6}$/i.test(accent) || onLight(accent) === accent.toLowerCase())
      return;
    const found = contrast(accent, PAPER).toFixed(1);
    return [
      'accent',
      `${accent} is too pale for links on a light page: its contrast is ${found}, and 4.5 is needed. ${onLight(accent)} would do.`,
    ];
  };

  strapi.documents.use(async ({ uid, params }, next) => {
    const fault =
      uid === 'api::site.site' &&
      (await faultOf((Reflect.get(params, 'data') ?? {}) as BrandingInput));
    if (fault) {
      const [path, message] = fault;
      throw new errors.ValidationError(message, {
        errors: [{ path: [path], message, name: 'ValidationError' }],
      });
    }
    return next();
  });
};
