import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import type { Write, WritePhases } from '../../../core/writes/phases';
import { defaultLocale, isLocalized } from '../../../core/strapi/locales';

import { detailsOf } from '../changes/writes';

import { getPublicationDetailService } from './details';

/** Returns the effect of a write on the schedule of a publication; undefined if the write has no effect. */
const effectOf = (
  action: Write['action'],
  { status }: Write['params']
): 'delete' | 'publish' | 'unpublish' | undefined => {
  if (action === 'update' && status === 'published') return 'publish';
  return action === 'delete' || action === 'publish' || action === 'unpublish' ? action : undefined;
};

/**
 * Updates a publication's details after each write: a publish clears `publishAt`, an unpublish clears `unpublishAt`
 * unless `publishAt` is set, and the deletion of the last version deletes the details.
 */
export const createPublicationDetails = (strapi: Core.Strapi): WritePhases => {
  const { contentType } = botConfig(strapi);
  const details = () => getPublicationDetailService(strapi);

  /** Whether a write concerns only other locales. A schedule applies to the default locale, which the bot writes. */
  const isOfTranslation = async ({ locale }: Write['params']): Promise<boolean> => {
    if (locale == null || !isLocalized(strapi, contentType)) return false;
    const named = [locale].flat();
    return !named.includes('*') && !named.includes(await defaultLocale(strapi));
  };

  return {
    async record({ action, params }) {
      const effect = effectOf(action, params);
      const { documentId } = params;
      if (effect === undefined || documentId === undefined) return undefined;
      if (effect === 'delete') {
        const isSaid = Object.values(await detailsOf(strapi, documentId)).some((it) => it !== null);
        return isSaid ? () => details().deleteOrphan(documentId) : undefined;
      }
      return async () => {
        if (!(await isOfTranslation(params))) {
          await (effect === 'publish'
            ? details().notePublished(documentId)
            : details().noteUnpublished(documentId));
        }
      };
    },
  };
};
