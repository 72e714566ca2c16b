import type { Core } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import { renameFields } from '../../core/strapi/errors';

import { createBodyForm } from './content-type/body';
import { createMediaForm, type StoredFields, planFields } from '../fields';

/** What is written of a draft, in the words of the interface. */
export interface DraftData {
  title?: string;
  slug?: string;
  body?: string | null;
  /** Row numbers of files, in their order. */
  media?: number[];
  /** Further attributes, as they are stored. */
  fields?: StoredFields;
}

interface DocumentParams {
  documentId: string;
  /** Of a localized type: which versions, `*` all. */
  locale?: string;
}

type DraftDataAsStored = Partial<Record<keyof Omit<DraftData, 'fields'>, unknown>>;

type Entries = Record<string, unknown>[];

/** What this plugin asks of Strapi's document service for the publication's content type. */
interface StrapiDocuments {
  create(params: { data: object }): Promise<{ documentId: string }>;
  update(params: DocumentParams & { data: object }): Promise<unknown>;
  publish(params: DocumentParams): Promise<{ entries: Entries }>;
  /** `populate` says what the event `entry.unpublish` tells of the version that goes. */
  unpublish(params: DocumentParams & { populate: '*' }): Promise<unknown>;
  delete(params: DocumentParams): Promise<{ entries: Entries }>;
}

/**
 * The documents of the configured content type, by the fields of the interface, which errors of Strapi name
 * too. Strapi types documents by uid; here uid and attributes are settings.
 */
export const publicationDocuments = (strapi: Core.Strapi) => {
  const { contentType, attributes } = botConfig(strapi);
  const { fields: further } = planFields(strapi);
  const documents = strapi.documents(contentType as never) as unknown as StrapiDocuments;

  const bodyForm = createBodyForm(strapi);
  const mediaForm = createMediaForm(strapi);

  const toData = async ({ body, media, fields, ...texts }: DraftData): Promise<object> => {
    const stored: DraftDataAsStored = {
      ...texts,
      ...(body === undefined ? {} : { body: await bodyForm.toStored(body) }),
      ...(media === undefined ? {} : { media: mediaForm.toStored(media) }),
    };
    const own = Object.entries(stored).map(([field, value]) => [
      attributes[field as keyof DraftDataAsStored],
      value,
    ]);
    return { ...Object.fromEntries(own), ...fields };
  };

  const inFields = async <Result>(write: () => Promise<Result>): Promise<Result> => {
    try {
      return await write();
    } catch (error) {
      const own = Object.entries(attributes).map(([field, name]) => [name, [field]] as const);
      const others = further.map(({ name, attribute }) => [attribute, ['fields', name]] as const);
      throw renameFields(error, new Map<string, readonly string[]>([...own, ...others]));
    }
  };

  return {
    /** @returns the id of the new document */
    async create(draft: DraftData & { title: string; media: number[] }): Promise<string> {
      const data = await toData(draft);
      const { documentId } = await inFields(() => documents.create({ data }));
      return documentId;
    },

    async update(params: DocumentParams, draft: DraftData): Promise<void> {
      const data = await toData(draft);
      await inFields(() => documents.update({ ...params, data }));
    },

    /** @returns the slug of what is public now */
    async publish(params: DocumentParams): Promise<string | undefined> {
      const { entries } = await inFields(() => documents.publish(params));
      return entries[0]?.[attributes.slug] as string | undefined;
    },

    async unpublish(params: DocumentParams): Promise<void> {
      await documents.unpublish({ ...params, populate: '*' });
    },

    /** @returns whether there was something to delete */
    async delete(params: DocumentParams): Promise<boolean> {
      const { entries } = await documents.delete(params);
      return entries.length > 0;
    },
  };
};
