import type { Core, Schema } from '@strapi/strapi';

import { botConfig } from '../config';
import { FILE_UID, PLUGIN_ID } from '../constants';
import type { Entity } from '../database/entity';
import { isBlank, PUBLIC_VERSION, STATUS_ATTRIBUTE } from '../publications';
import { getEntryEventService } from '../strapi/entry-events';

import { isSurelyValid } from './eligibility';
import { getEntryRepository, type Entry } from './entry-repository';

/** What Strapi's document service answers about a document. */
export interface Entries {
  documentId: string;
  entries: Entry[];
}

export interface DocumentParams {
  documentId: string;
}

const isRowNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every(Number.isInteger);

const isPublic = ({ publishedAt }: Entry): boolean => publishedAt !== null;

/**
 * Writes documents of an eligible type with the outcome of Strapi's document service (rows, links,
 * lifecycles, events, answers) in a few statements; the service needs two to three times as many
 * for what other types may have. To be called in a transaction.
 *
 * A command that Strapi might refuse, or see otherwise, is left alone: undefined says so.
 */
export const createDocumentWriter = ({ strapi }: { strapi: Core.Strapi }) => {
  const { contentType: uid, attributes } = botConfig(strapi);
  const type: Schema.ContentType = strapi.contentTypes[uid as keyof typeof strapi.contentTypes];
  /** What the bot and this plugin's document middlewares say of a new draft. */
  const ofADraft = new Set([...Object.values(attributes), STATUS_ATTRIBUTE]);
  const entries = () => getEntryRepository(strapi);
  const events = () => getEntryEventService(strapi);

  const slugOf = (entry: Entry): string => (entry[attributes.slug] as string | null) ?? '';

  /** The files with these ids in their order, or undefined if one is not there. */
  const findFiles = async (ids: number[]): Promise<Entity[] | undefined> => {
    if (ids.length === 0) {
      return [];
    }
    const found: Entity[] = await strapi.db
      .query(FILE_UID)
      .findMany({ where: { id: { $in: ids } } });
    const byId = new Map(found.map((file) => [file.id, file]));
    const files = ids.map((id) => byId.get(id)).filter((file) => file !== undefined);
    return files.length === ids.length ? files : undefined;
  };

  return {
    /** Creates a draft. */
    async create({ data }: { data: Entity }): Promise<Entry | undefined> {
      const media = data[attributes.media];
      if (
        !Object.keys(data).every((name) => ofADraft.has(name)) ||
        !isRowNumbers(media) ||
        !isSurelyValid(type, data, { isDraft: true })
      ) {
        return undefined;
      }
      const files = await findFiles(media);
      if (files === undefined) {
        return undefined;
      }
      const draft = await entries().create({ ...data, publishedAt: null });
      await events().emit('entry.create', draft, files);
      return draft;
    },

    /** Puts a copy of the draft in the place of the public entry. */
    async publish({ documentId }: DocumentParams): Promise<Entries | undefined> {
      const versions = await entries().find(documentId);
      const [draft, ...otherDrafts] = versions.filter((version) => !isPublic(version));
      if (
        draft === undefined ||
        otherDrafts.length > 0 ||
        isBlank(slugOf(draft)) ||
        !isSurelyValid(type, draft, { isDraft: false }) ||
        (await entries().isSlugPublic(slugOf(draft), documentId))
      ) {
        return undefined;
      }
      await entries().remove(versions.filter(isPublic));
      const { id: _id, ...copied } = draft;
      const media = await entries().findMedia(draft);
      const published = await entries().create({
        ...copied,
        [attributes.media]: media,
        publishedAt: new Date(),
        [STATUS_ATTRIBUTE]: PUBLIC_VERSION,
      });
      await events().emit('entry.publish', published, await findFiles(media));
      return { documentId, entries: [published] };
    },

    /** Removes the public entry. Its event tells of its files, as it does for the panel. */
    async unpublish({ documentId }: DocumentParams): Promise<Entries> {
      const gone = (await entries().find(documentId)).filter(isPublic);
      const files = await Promise.all(
        gone.map(async (entry) => findFiles(await entries().findMedia(entry)))
      );
      await entries().remove(gone);
      for (const [index, entry] of gone.entries()) {
        await events().emit('entry.unpublish', entry, files[index]);
      }
      return { documentId, entries: gone };
    },

    /** Removes all entries; what becomes of their files is the cascade's concern. */
    async delete({ documentId }: DocumentParams): Promise<Entries> {
      const gone = await entries().find(documentId);
      await entries().remove(gone);
      for (const entry of gone) {
        await events().emit('entry.delete', entry);
      }
      return { documentId, entries: gone };
    },
  };
};

export type DocumentWriter = ReturnType<typeof createDocumentWriter>;

/** Gives this service of a site. */
export const getDocumentWriter = (strapi: Core.Strapi): DocumentWriter =>
  strapi.plugin(PLUGIN_ID).service('documentWriter');
