import type { Core } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import { renameFields } from '../../core/strapi/errors';

import { createBodyForm } from './content-type/body';
import { createMediaForm, type StoredFields, planFields } from '../fields';

/** Data of a draft, with field names as in `docs/interface.md`. */
export interface DraftData {
  title?: string;
  slug?: string;
  body?: string | null;
  /** Row ids of files, in the order of the media field. */
  media?: number[];
  /** Values of the attributes in the setting `fields`, as stored. */
  fields?: StoredFields;
}

interface DocumentParams {
  documentId: string;
  /** The locale to write, for localized types; `*` for all. */
  locale?: string;
}

type DraftDataAsStored = Partial<Record<keyof Omit<DraftData, 'fields'>, unknown>>;

type Entries = Record<string, unknown>[];

/** The part of Strapi's document service that this plugin uses for publications. */
interface StrapiDocuments {
  create(params: { data: object }): Promise<{ documentId: string }>;
  update(params: DocumentParams & { data: object }): Promise<unknown>;
  publish(params: DocumentParams): Promise<{ entries: Entries }>;
  /** Unpublishes a document. `populate` selects which linked data the event `entry.unpublish` contains. */
  unpublish(params: DocumentParams & { populate: '*' }): Promise<unknown>;
  delete(params: DocumentParams): Promise<{ entries: Entries }>;
}

/**
 * Writes documents of the configured content type, with fields and errors named as in `docs/interface.md`. Strapi's own
 * types do not fit, because the uid and the attributes are settings.
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
    /** Creates a draft and returns its document id. */
    async create(draft: DraftData & { title: string; media: number[] }): Promise<string> {
      const data = await toData(draft);
      const { documentId } = await inFields(() => documents.create({ data }));
      return documentId;
    },

    async update(params: DocumentParams, draft: DraftData): Promise<void> {
      const data = await toData(draft);
      await inFields(() => documents.update({ ...params, data }));
    },

    /** Publishes a draft and returns the public slug. */
    async publish(params: DocumentParams): Promise<string | undefined> {
      const { entries } = await inFields(() => documents.publish(params));
      return entries[0]?.[attributes.slug] as string | undefined;
    },

    async unpublish(params: DocumentParams): Promise<void> {
      await documents.unpublish({ ...params, populate: '*' });
    },

    /** Deletes a document. Returns false if there was none. */
    async delete(params: DocumentParams): Promise<boolean> {
      const { entries } = await documents.delete(params);
      return entries.length > 0;
    },
  };
};
