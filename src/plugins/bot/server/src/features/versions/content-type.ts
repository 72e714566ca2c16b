import type { Version } from '@fleet-bot/protocol';
import type { UID } from '@strapi/strapi';

import type { OwnType } from '../../core/additions/own-types';

export const VERSION_UID = 'plugin::bot.version';

/** The table of replaced versions of publications. */
export const version: OwnType = {
  description:
    'What was written over, or taken away by the bot: how a publication was before; its document id is that of the publication',
  attributes: {
    event: { type: 'string', required: true },
    wasPublic: { type: 'boolean', required: true },
    locale: { type: 'string' },
    title: { type: 'text' },
    slug: { type: 'string' },
    body: { type: 'text' },
    media: { type: 'json' },
    fields: { type: 'json' },
    actor: { type: 'string', required: true },
    userName: { type: 'string' },
    requestId: { type: 'string' },
    happenedAt: { type: 'datetime', required: true },
  },
  indexes: {
    bot_versions_of_index: ['document_id'],
    bot_versions_event_index: ['event', 'id'],
    bot_versions_happened_at_index: ['happened_at'],
  },
};

/** The write that replaced the stored version: a change of the draft, or a publish. */
export type ReplacedBy = Exclude<Version['event'], 'deleted'>;

/** Permissions of a user to read a version. */
export interface Reading {
  /** Whether the user may read an attribute. @param attribute name, or path in a component such as `seo.metaTitle` */
  may: (attribute: string, locale: string | null) => boolean;
  /** Whether the user may read the title attribute of records of another type. */
  mayName: (target: UID.Schema, attribute: string) => boolean;
}
