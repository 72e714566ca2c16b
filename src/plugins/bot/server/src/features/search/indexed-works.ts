import type { FieldValue } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { botConfig } from '../../core/config';
import { knexOf, tableOf, type Knex } from '../../core/database/connection';
import { columnNameOf } from '../../core/strapi/database/column-name';
import { isLocalized } from '../../core/strapi/locales';
import { createFieldReader, planFields } from '../fields';
import { createBodyForm, fieldColumns } from '../publications';

import { endingsOf } from './endings';
import type { IndexedWork } from './dialects/dialect';
import { termsOf } from './words';

/** Maximum number of characters to index in a text. A publication of a megabyte would delay everything else. */
const INDEXED = 20_000;
/** Maximum number of terms of a publication, because PostgreSQL cannot store more. */
const MOST = 30_000;
/** Attribute types in the search for readers. */
const TEXTS: ReadonlySet<string> = new Set(['string', 'text', 'richtext']);
/**
 * Attribute types that Strapi's search reads (`applySearch` of `@strapi/database`). Strapi reads number types only if
 * the search text is a number.
 */
const SEARCHED = new Set([
  ...TEXTS,
  ...'uid email enumeration biginteger integer decimal float'.split(' '),
]);

type Version = Record<string, string | number | null> & { id: number; document_id: string };

/** Matches HTML attributes in a text, which readers do not see. */
const ATTRIBUTES = /(<[a-z][\w-]*)\s[^<>]*>/gi;

const isSearchable = (attribute: object): boolean => Reflect.get(attribute, 'searchable') !== false;

/** Reads search terms: of drafts for the panel, and of shown versions (public, else draft) for readers. */
export const createIndexedWorks = (strapi: Core.Strapi) => {
  const { contentType } = botConfig(strapi);
  const table = tableOf(strapi, contentType);
  const { title, body } = fieldColumns(strapi);
  const bodyForm = createBodyForm(strapi);
  const fields = createFieldReader(strapi);
  const plan = planFields(strapi).fields;
  const texts = plan.filter(
    (field) => field.kind === 'column' && TEXTS.has(field.type) && isSearchable(field.rules)
  );
  const relations = plan.filter(({ kind }) => kind === 'relation');
  const columns = Object.entries(strapi.db.metadata.get(contentType).attributes)
    .filter(([, attribute]) => SEARCHED.has(attribute.type) && isSearchable(attribute))
    .map(([name]) => columnNameOf(strapi, contentType, name));
  const own = ['id', 'document_id', ...(isLocalized(strapi, contentType) ? ['locale'] : [])];
  const keyOf = ({ document_id: id, locale }: Version): string => `${id} ${locale ?? ''}`;

  const cut = (text: unknown): string =>
    typeof text === 'string' || typeof text === 'number' ? String(text).slice(0, INDEXED) : '';
  const namesOf = (value: FieldValue | undefined): string =>
    [value]
      .flat()
      .map((related) => String(Reflect.get(Object(related), 'name') ?? ''))
      .join(' ');

  /** Reads the terms of publications. @param choose narrows a query of drafts */
  return async (choose: (drafts: ReturnType<Knex>) => unknown): Promise<IndexedWork[]> => {
    const rows = knexOf(strapi)(table).select(_.union(own, columns)).whereNull('published_at');
    choose(rows);
    const drafts: Version[] = await rows;
    if (drafts.length === 0) return [];
    const ids = drafts.map(({ document_id: id }) => id);
    const publics: Version[] = await knexOf(strapi)(table)
      .select(own)
      .whereNotNull('published_at')
      .whereIn('document_id', ids);
    const publicOf = new Map(publics.map((version) => [keyOf(version), version.id]));
    const versions = drafts.map((draft) => publicOf.get(keyOf(draft)) ?? draft.id);
    const contents = await knexOf(strapi)(table)
      .select('id', { title, body })
      .whereIn('id', versions);
    const contentOf = new Map(contents.map((content) => [content.id, content]));
    const fieldsOf = await fields.of(versions);

    return Promise.all(
      drafts.map(async (draft, index) => {
        const version = versions[index] ?? draft.id;
        const content = contentOf.get(version);
        const more = fieldsOf.get(version) ?? {};
        const shown = [
          await bodyForm.toMarkdown(content?.body ?? null),
          ...texts.map(({ name }) => more[name]),
        ];
        return {
          id: draft.id,
          isPublic: version !== draft.id,
          title: termsOf(content?.title ?? ''),
          topics: termsOf(relations.map(({ name }) => namesOf(more[name])).join(' ')),
          text: shown
            .flatMap((text) => termsOf(cut(text).replace(ATTRIBUTES, '$1>')))
            .slice(0, MOST),
          // Joined with line breaks, so that no ending spans two columns.
          endings: endingsOf(columns.map((column) => cut(draft[column])).join('\n')).slice(0, MOST),
        };
      })
    );
  };
};
