import type { Core } from '@strapi/strapi';

import { botConfig } from '../config';

/** What this plugin asks of Strapi's document service for the publication's content type. */
export interface PublicationDocuments {
  create(params: {
    data: { title: string; body?: string | null; media: number[] };
  }): Promise<{ documentId: string }>;
  update(params: DocumentParams & { data: DraftData }): Promise<unknown>;
  publish(params: DocumentParams): Promise<{ entries: { slug: string }[] }>;
  /** `populate` says what the event `entry.unpublish` tells of the version that goes. */
  unpublish(params: DocumentParams & { populate: '*' }): Promise<unknown>;
  delete(params: DocumentParams): Promise<{ entries: unknown[] }>;
}

/** What is written of a draft; `media` are row numbers of files, in their order. */
export interface DraftData {
  title?: string;
  slug?: string;
  body?: string | null;
  media?: number[];
}

interface DocumentParams {
  documentId: string;
  /** Of a localized type: which versions, `*` all. */
  locale?: string;
}

/**
 * The documents of the configured content type. Strapi types documents by the uids of the site
 * that is compiled; which one it is here is a setting, checked at start.
 */
export const publicationDocuments = (strapi: Core.Strapi): PublicationDocuments =>
  strapi.documents(botConfig(strapi).contentType as never) as unknown as PublicationDocuments;
