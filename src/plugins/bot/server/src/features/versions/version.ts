import type { Version } from '@fleet-bot/protocol';
import type { UID } from '@strapi/strapi';

/** The write that replaced the stored version: a change of the draft, or a publish. */
export type ReplacedBy = Exclude<Version['event'], 'deleted'>;

/** Permissions of a user to read a version. */
export interface Reading {
  /** Whether the user may read an attribute. @param attribute also of a component, for example `seo.metaTitle` */
  may: (attribute: string, locale: string | null) => boolean;
  /** Whether the user may read the title attribute of records of another type. */
  mayName: (target: UID.Schema, attribute: string) => boolean;
}
