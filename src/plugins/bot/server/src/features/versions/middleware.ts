import type { Core } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import { isKnownAsDraft, isLocalized } from '../publications';
import { createActorOf } from '../../core/strapi/actor';
import type { DocumentMiddleware } from '../../core/strapi/document-middleware';

import type { ReplacedBy } from './version';
import { getVersionService } from './versions';

/** What the actions of the document service replace. */
const REPLACED_BY: Record<string, ReplacedBy> = {
  update: 'changed',
  discardDraft: 'changed',
  publish: 'published',
};

/** Of whom it is kept, too, what they publish over: a person publishes over what was a draft before. */
const NO_PERSON = new Set(['bot', 'worker']);

/** Keeps each draft that a write is about to replace, and what the bot publishes over; see `trash/` for deletions. */
export const createVersions = (strapi: Core.Strapi): DocumentMiddleware => {
  const { contentType, versions } = botConfig(strapi);
  const localized = isLocalized(strapi, contentType);
  const actorOf = createActorOf(strapi);

  return async (context, next) => {
    const event = REPLACED_BY[context.action];
    const isNothing = event === 'published' && isKnownAsDraft(context.params);
    if (versions.days > 0 && context.uid === contentType && event !== undefined && !isNothing) {
      const actor = actorOf();
      if (event === 'changed' || NO_PERSON.has(actor.who)) {
        const { documentId, locale } = context.params as { documentId: string; locale?: string };
        const one = localized && locale !== '*' ? locale : undefined;
        await getVersionService(strapi).keep(event, documentId, one, actor);
      }
    }
    return next();
  };
};
