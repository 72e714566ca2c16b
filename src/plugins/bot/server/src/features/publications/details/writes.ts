import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import type { Write, WritePhases } from '../../../core/writes/phases';
import { defaultLocale, isLocalized } from '../../../core/strapi/locales';

import { detailsOf } from '../changes/writes';

import { getPublicationDetailService } from './details';

/** What a write does to a publication as a whole; undefined if it is no end of a schedule. */
const effectOf = (
  action: Write['action'],
  { status }: Write['params']
): 'delete' | 'publish' | 'unpublish' | undefined => {
  if (action === 'update' && status === 'published') {
    return 'publish';
  }
  return action === 'delete' || action === 'publish' || action === 'unpublish' ? action : undefined;
};

/** Keeps details in step with any write: publishing ends `publishAt`, unpublishing `unpublishAt`, deletion the row. */
export const createPublicationDetails = (strapi: Core.Strapi): WritePhases => {
  const { contentType } = botConfig(strapi);
  const details = () => getPublicationDetailService(strapi);

  /** A schedule is about what the bot writes and publishes: the default locale. */
  const isOfTranslation = async ({ locale }: Write['params']): Promise<boolean> => {
    if (locale == null || !isLocalized(strapi, contentType)) {
      return false;
    }
    const named = [locale].flat();
    return !named.includes('*') && !named.includes(await defaultLocale(strapi));
  };

  return {
    async record({ action, params }) {
      const effect = effectOf(action, params);
      const { documentId } = params;
      if (effect === undefined || documentId === undefined) {
        return undefined;
      }
      if (effect === 'delete') {
        const isSaid = Object.values(await detailsOf(strapi, documentId)).some((it) => it !== null);
        return isSaid ? () => details().forgetGone(documentId) : undefined;
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
