import type { Core } from '@strapi/strapi';

import { botConfig } from '../config';
import { isKnownAsDraft, isLocalized } from '../publications';
import { createActorOf } from '../strapi/actor';
import type { DocumentMiddleware } from '../strapi/document-middleware';

import type { ReplacedBy } from './version';
import { getVersionService } from './versions';

/** What the actions of the document service replace. */
const REPLACED_BY: Record<string, ReplacedBy> = {
  update: 'changed',
  publish: 'published',
  delete: 'deleted',
};

/** Who is no person of the panel, and is not seen by Strapi's own history. */
const KEPT_OF = new Set(['bot', 'worker']);

/** Keeps what a write of the bot, or of the worker that publishes for it, is about to replace. */
export const createVersions = (strapi: Core.Strapi): DocumentMiddleware => {
  const { contentType, versions } = botConfig(strapi);
  const localized = isLocalized(strapi, contentType);
  const actorOf = createActorOf(strapi);

  return async (context, next) => {
    const event = REPLACED_BY[context.action];
    const isNothing = event === 'published' && isKnownAsDraft(context.params);
    if (versions.days > 0 && context.uid === contentType && event !== undefined && !isNothing) {
      const actor = actorOf();
      if (KEPT_OF.has(actor.who)) {
        const { documentId, locale } = context.params as { documentId: string; locale?: string };
        const one = localized && locale !== '*' ? locale : undefined;
        await getVersionService(strapi).keep(event, documentId, one, actor);
      }
    }
    return next();
  };
};
