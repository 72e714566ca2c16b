import type { Core, Schema } from '@strapi/strapi';
import _ from 'lodash';

import { botConfig } from '../../core/config';
import { serviceOf } from '../../core/service';
import type { Entity } from '../../core/database/rows/entity';
import { isBlank, PUBLIC_VERSION, STATUS_ATTRIBUTE } from '../publications';
import { planFields } from '../fields';
import {
  getEntryEventService,
  type Populated,
  type PopulatedValue,
} from '../../core/strapi/entry-events';

import { createComponents, type Components } from './components';
import { areKnownValid } from './eligibility';
import { createEntryRepository, type Entry, type FoundEntry } from './entry-repository';
import { createLinks, type LinkedRows } from './links';

/** Result of Strapi's document service for a document. */
export interface Entries {
  documentId: string;
  entries: Entry[];
}

export interface DocumentParams {
  documentId: string;
}

const isPublic = ({ entry }: FoundEntry): boolean => entry.publishedAt !== null;

const isMore = (found: FoundEntry): boolean => found.isMore;

/** Attributes that the bot and this plugin's middlewares set in drafts, except components. */
export const draftAttributes = (strapi: Core.Strapi): Set<string> =>
  new Set([
    ...Object.values(botConfig(strapi).attributes),
    ...planFields(strapi).fields.flatMap(({ kind, attribute }) =>
      kind === 'component' ? [] : [attribute]
    ),
    STATUS_ATTRIBUTE,
  ]);

/**
 * Writes documents of an eligible type with the same result as Strapi's document service (rows, links, lifecycles,
 * events, return values) in few statements; the service needs two to three times as many because of features that these
 * types do not use. Must run in a transaction.
 *
 * Returns undefined, without any effect, for a write that Strapi might reject or handle differently.
 */
export const createDocumentWriter = ({ strapi }: { strapi: Core.Strapi }) => {
  const { contentType: uid, attributes } = botConfig(strapi);
  const type: Schema.ContentType = strapi.contentTypes[uid];
  const ofADraft = draftAttributes(strapi);
  const links = createLinks(strapi);
  const components = createComponents(strapi, links.tables);
  const isComponent = new Set(components.attributes.map(({ name }) => name));
  const entries = createEntryRepository(strapi, links, components);
  const events = () => getEntryEventService(strapi);

  const slugOf = (entry: Entry): string => (entry[attributes.slug] as string | null) ?? '';

  const isSurelyValid = (values: Entity, isDraft: boolean): boolean =>
    areKnownValid(type, values, { isDraft, checked: attributes.slug });

  /**
   * Rows that the relations and files in the data link to, by attribute; undefined if a row is missing or a value is
   * not in the bot's format.
   */
  const linkedIn = async (data: Entity): Promise<Map<string, Entity[]> | undefined> => {
    const named = links.all.filter(({ name }) => data[name] !== undefined);
    const ids = new Map(named.map(({ name, read }) => [name, read(data[name])]));
    const found = new Map<string, Entity[]>();
    for (const some of Object.values(_.groupBy(named, 'link.target'))) {
      const numbers = some.flatMap(({ name }) => ids.get(name) ?? []);
      const rows = await links.byNumbers(some[0].link.target, numbers);
      for (const { name } of some) {
        const linked = ids.get(name)?.map((id) => rows.get(id));
        if (linked === undefined || linked.includes(undefined)) return undefined;
        found.set(name, linked as Entity[]);
      }
    }
    return found;
  };

  /** Relations, files and components of an entry, for the payload of events. */
  const populated = (linked: LinkedRows, own: Components): Populated =>
    new Map<string, PopulatedValue>([
      ...[...components.nothing].map(([name, value]) => [name, { value }] as const),
      ...links.all.map(({ name, many, link }) => {
        const rows = linked.get(name) ?? [];
        return [name, { uid: link.target, value: many ? rows : (rows[0] ?? null) }] as const;
      }),
      ...components.attributes.map(
        ({ name, uid }) => [name, { uid, value: own.get(name) ?? null }] as const
      ),
    ]);

  /** Links to the given rows, in the input format of the document service. */
  const toData = (linked: LinkedRows): Entity =>
    Object.fromEntries(
      links.all.map(({ name, write }) => [
        name,
        write((linked.get(name) ?? []).map(({ id }) => id as number)),
      ])
    );

  return {
    async create({ data }: { data: Entity }): Promise<Entry | undefined> {
      const parts = components.in(data, true);
      if (
        parts === undefined ||
        !(attributes.media in data) ||
        !Object.keys(data).every((name) => ofADraft.has(name) || isComponent.has(name)) ||
        !isSurelyValid(data, true)
      ) {
        return undefined;
      }
      const linked = await linkedIn(data);
      if (linked === undefined) return undefined;
      const draft = await entries.create({ ...data, publishedAt: null }, parts);
      events().emit('entry.create', draft.entry, populated(linked, draft.components));
      return draft.entry;
    },

    /** Updates the given values and files of a draft. Leaves changes of relations and components to Strapi. */
    async update({
      documentId,
      data,
    }: DocumentParams & { data: Entity }): Promise<Entry | undefined> {
      const named = Object.keys(data);
      if (
        !named.every((name) => ofADraft.has(name)) ||
        links.relations.some(({ name }) => named.includes(name)) ||
        !isSurelyValid(data, true)
      ) {
        return undefined;
      }
      const [found, ...others] = (await entries.find(documentId)).filter(
        (version) => !isPublic(version)
      );
      if (found === undefined || others.length > 0 || found.isMore) return undefined;
      const newLinks = await linkedIn(data);
      if (newLinks === undefined) return undefined;
      const linked = new Map([...(await entries.findLinks(found)), ...newLinks]);
      const draft = await entries.update(found.entry, { ...data, publishedAt: null });
      events().emit('entry.update', draft, populated(linked, found.components));
      return draft;
    },

    /** Replaces the published entry by a copy of the draft. */
    async publish({ documentId }: DocumentParams): Promise<Entries | undefined> {
      const versions = await entries.find(documentId);
      const [found, ...otherDrafts] = versions.filter((version) => !isPublic(version));
      const draft = found?.entry;
      const parts = found && components.in(components.valuesOf(found.components), false);
      if (
        draft === undefined ||
        otherDrafts.length > 0 ||
        versions.some(isMore) ||
        isBlank(slugOf(draft)) ||
        !isSurelyValid(draft, false) ||
        parts === undefined ||
        found.isSlugTaken
      ) {
        return undefined;
      }
      await entries.remove(versions.filter(isPublic));
      const { id: _id, ...copied } = draft;
      const linked = await entries.findLinks(found);
      const { entry: published, components: own } = await entries.create(
        {
          ...copied,
          ...found.internal,
          ...toData(linked),
          publishedAt: new Date(),
          [STATUS_ATTRIBUTE]: PUBLIC_VERSION,
        },
        parts
      );
      events().emit('entry.publish', published, populated(linked, own));
      return { documentId, entries: [published] };
    },

    /** Deletes the published entry. The event contains the files of the entry, as after an unpublish in the panel. */
    async unpublish({ documentId }: DocumentParams): Promise<Entries | undefined> {
      const found = (await entries.find(documentId)).filter(isPublic);
      if (found.some(isMore)) return undefined;
      const unpublished: [Entry, Populated][] = [];
      for (const version of found) {
        const linked = await entries.findLinks(version);
        unpublished.push([version.entry, populated(linked, version.components)]);
      }
      await entries.remove(found);
      for (const [entry, fullEntry] of unpublished) {
        events().emit('entry.unpublish', entry, fullEntry);
      }
      return { documentId, entries: found.map(({ entry }) => entry) };
    },

    /**
     * Deletes all entries of a document. `createMediaCascade` in `publications/cascade/cascade.ts` handles the
     * document's files.
     */
    async delete({ documentId }: DocumentParams): Promise<Entries | undefined> {
      const found = await entries.find(documentId);
      if (found.some(isMore)) return undefined;
      const deleted = found.map(({ entry }) => entry);
      await entries.remove(found);
      for (const entry of deleted) {
        events().emit('entry.delete', entry);
      }
      return { documentId, entries: deleted };
    },
  };
};

export const getDocumentWriter = serviceOf<typeof createDocumentWriter>('documentWriter');
