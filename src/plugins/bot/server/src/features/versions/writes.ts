import type { Core } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import { isLocalized } from '../../core/strapi/locales';
import type { WritePhases } from '../../core/writes/phases';
import { createPublicSlugs } from '../publications';
import { createActorOf, isOwn } from '../../core/strapi/actor';

import type { ReplacedBy } from './content-type';
import { versionSettings } from './settings';
import { getVersionService } from './versions';

const REPLACED_BY: Record<string, ReplacedBy> = {
  update: 'changed',
  discardDraft: 'changed',
  publish: 'published',
};

/** Stores a draft before a write replaces it, and a public version before the bot publishes; see `trash/` for deletions. */
export const createVersions = (strapi: Core.Strapi): WritePhases => {
  const localized = isLocalized(strapi, botConfig(strapi).contentType);
  const publicSlugs = createPublicSlugs(strapi);
  const actorOf = createActorOf(strapi);

  return {
    async record(write) {
      const event = REPLACED_BY[write.action];
      if (versionSettings.of(strapi).days === 0 || event === undefined) return undefined;
      const actor = actorOf();
      const { documentId, locale } = write.params;
      // Skip a publish by an editor, whose draft was stored before, and the first publish, which replaces
      // nothing.
      const isKept =
        event === 'changed' || (isOwn(actor) && (await publicSlugs(String(documentId))).length > 0);
      if (isKept) {
        const one = localized && locale !== '*' ? [locale].flat()[0] : undefined;
        await getVersionService(strapi).keep(event, String(documentId), one ?? undefined, actor);
      }
      return undefined;
    },
  };
};
