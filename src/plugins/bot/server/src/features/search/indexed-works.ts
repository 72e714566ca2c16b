import type { FieldValue } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import { query, tableOf, type Knex } from '../../core/database/connection';
import { isLocalized } from '../../core/strapi/locales';
import { createFieldReader, planFields } from '../fields';
import { createBodyForm, fieldColumns } from '../publications';

import type { IndexedWork } from './word-index';
import { termsOf } from './words';

/** Characters of each text that are indexed: a work of a megabyte would hold up all else. */
const INDEXED = 20_000;
const TEXTS: ReadonlySet<string> = new Set(['string', 'text', 'richtext']);

interface Version {
  id: number;
  document_id: string;
  locale?: string | null;
}

/** Reads what publications say, of each what is shown of it: the public version, else the draft. */
export const createIndexedWorks = (strapi: Core.Strapi) => {
  const { contentType } = botConfig(strapi);
  const table = tableOf(strapi, contentType);
  const { title, body } = fieldColumns(strapi);
  const bodyForm = createBodyForm(strapi);
  const fields = createFieldReader(strapi);
  const own = ['id', 'document_id', ...(isLocalized(strapi, contentType) ? ['locale'] : [])];
  const keyOf = ({ document_id: id, locale }: Version): string => `${id} ${locale ?? ''}`;
  const named = (kind: string, isMeant: (type: string, rules: object) => boolean): string[] =>
    planFields(strapi).fields.flatMap((field) => {
      const [type, rules] = field.kind === 'column' ? [field.type, field.rules] : ['', {}];
      return field.kind === kind && isMeant(type, rules) ? [field.name] : [];
    });
  const texts = named(
    'column',
    (type, rules) => TEXTS.has(type) && Reflect.get(rules, 'searchable') !== false
  );
  const relations = named('relation', () => true);

  const namesOf = (value: FieldValue | undefined): string =>
    [value]
      .flat()
      .map((related) => String(Reflect.get(Object(related), 'name') ?? ''))
      .join(' ');

  /** @param choose narrows a query of drafts */
  return async (choose: (drafts: ReturnType<Knex>) => unknown): Promise<IndexedWork[]> => {
    const drafts: Version[] = await query(strapi, (knex) => {
      const rows = knex(table).select(own).whereNull('published_at');
      choose(rows);
      return rows;
    });
    if (drafts.length === 0) return [];
    const ids = drafts.map(({ document_id: id }) => id);
    const publics: Version[] = await query(strapi, (knex) =>
      knex(table).select(own).whereNotNull('published_at').whereIn('document_id', ids)
    );
    const publicOf = new Map(publics.map((version) => [keyOf(version), version.id]));
    const versions = drafts.map((draft) => publicOf.get(keyOf(draft)) ?? draft.id);
    const contents = await query(
      strapi,
      async (knex): Promise<{ id: number; title: string | null; body: unknown }[]> =>
        knex(table).select('id', { title, body }).whereIn('id', versions)
    );
    const contentOf = new Map(contents.map((content) => [content.id, content]));
    const fieldsOf = await fields.of(versions);

    return Promise.all(
      drafts.map(async (draft, index) => {
        const version = versions[index] ?? draft.id;
        const content = contentOf.get(version);
        const more = fieldsOf.get(version) ?? {};
        const all = [
          await bodyForm.toMarkdown(content?.body ?? null),
          ...texts.map((name) => more[name]),
        ];
        return {
          id: draft.id,
          isPublic: version !== draft.id,
          title: termsOf(content?.title ?? ''),
          topics: termsOf(relations.map((name) => namesOf(more[name])).join(' ')),
          text: all.flatMap((text) =>
            typeof text === 'string' ? termsOf(text.slice(0, INDEXED)) : []
          ),
        };
      })
    );
  };
};
