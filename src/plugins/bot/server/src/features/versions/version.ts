import type { Version } from '@fleet-bot/protocol';
import type { UID } from '@strapi/strapi';

/** What a write has done to the version that was kept. */
export type ReplacedBy = Exclude<Version['event'], 'deleted'>;

/** What somebody may read of a version. */
export interface Reading {
  /** @param attribute also a part of a component, as `seo.metaTitle` */
  may: (attribute: string, locale: string | null) => boolean;
  /** Whether the attribute by which records of another type are named may be read. */
  mayName: (target: UID.Schema, attribute: string) => boolean;
}
