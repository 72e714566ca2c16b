import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { botConfig } from '../../../core/config';
import { FILE_UID } from '../../../core/constants';
import { attributesOf, type Attribute, type Entity } from '../../../core/database/rows/entity';
import { STATUS_ATTRIBUTE } from '../../publications';
import { draftAttributes } from '../document-writer';
import { isComponent, isLink, isPlainType } from '../eligibility';

/**
 * Whether sample documents have values of an attribute. Attributes that only Strapi can check, such as unique
 * attributes, are left out unless they are required.
 */
const isSampled = ({ type, unique, regex, required }: Attribute): boolean =>
  required === true || (unique !== true && regex === undefined && type !== 'uid');

type Value = (attribute: Attribute, round: number, name: string) => unknown;

const text: Value = ({ minLength = 0, maxLength = 255 }, round, name) =>
  `${round} ${name}`.padEnd(minLength, '.').slice(0, maxLength);

const numberOf =
  (fraction: number): Value =>
  ({ min, max }, round) =>
    _.clamp(round + fraction, Number(min ?? 0), Number(max ?? Infinity));

/**
 * Functions that create sample values, by attribute type. Values differ between `round` 0 (create) and 1 (update). The
 * fast path never writes types that are missing here.
 */
const VALUES: Record<string, Value> = {
  string: text,
  text,
  richtext: text,
  uid: (_attribute, round, name) => `${name}-${round}`,
  enumeration: ({ enum: allowed = [] }, round) => allowed[round % allowed.length],
  integer: numberOf(0),
  float: numberOf(0.5),
  decimal: numberOf(0.25),
  boolean: (_attribute, round) => round % 2 === 0,
  date: (_attribute, round) => `${2030 + round}-01-31`,
  datetime: (_attribute, round) => new Date(Date.UTC(2030 + round, 0, 31)),
  json: (_attribute, round) => ({ round: [round, null] }),
};

/** Rows to which a sample document links, by type. */
export type RelatedRows = ReadonlyMap<string | undefined, number[]>;

/** Number of rows of each type to which sample documents link. */
const ROWS = 2;

/** Makes sample documents of the bot's content type, with values of all attributes that the fast path writes. */
export const createSamples = (strapi: Core.Strapi) => {
  const { contentType, attributes: fields } = botConfig(strapi);
  const names = draftAttributes(strapi);
  const own = Object.entries(attributesOf(strapi, contentType)).filter(
    ([name, { type, component, repeatable }]) =>
      (names.has(name) && name !== STATUS_ATTRIBUTE) ||
      (type === 'component' && component && !repeatable && isPlainType(strapi, component))
  );
  const componentParts = ({ component }: Attribute) =>
    Object.entries(component === undefined ? {} : attributesOf(strapi, component));

  const valuesOf = (attributes: [string, Attribute][], round: number, unique: string): Entity =>
    Object.fromEntries(
      attributes.flatMap(([name, attribute]) => {
        const value = VALUES[attribute.type];
        return value !== undefined && (isSampled(attribute) || name === fields.slug)
          ? [[name, value(attribute, round, `${name}-${unique}`)]]
          : [];
      })
    );

  return {
    /**
     * Inserts the files and records to which sample documents link, without bytes in storage. Call it inside
     * `inIsolation`, which rolls the inserts back.
     */
    async insertRelated(): Promise<RelatedRows> {
      const types = own.flatMap(([name, attribute]) =>
        isLink(name, attribute) ? (attribute.target ?? []) : []
      );
      const rows = new Map<string, number[]>();
      for (const type of new Set([...types, FILE_UID])) {
        const file = { name: 'a', hash: 'a', ext: '.txt', mime: 'text/plain', size: 1, url: '/a' };
        const data = type === FILE_UID ? { ...file, provider: 'local', folderPath: '/' } : {};
        const created: { id: number }[] = [];
        for (let row = 0; row < ROWS; row += 1) {
          created.push(await strapi.db.query(type).create({ data: { ...data } }));
        }
        rows.set(type, _.map(created, 'id'));
      }
      return rows;
    },

    /** All values of a new sample document. @param unique text that makes the values of this document unique */
    created(related: RelatedRows, unique: string): Entity {
      const linked = (name: string, attribute: Attribute): unknown => {
        const rows = related.get(attribute.type === 'media' ? FILE_UID : attribute.target) ?? [];
        if (attribute.type === 'media') return attribute.multiple === true ? rows : rows[0];
        if (isComponent(attribute)) return valuesOf(componentParts(attribute), 0, unique);
        if (!isLink(name, attribute)) return undefined;
        const some = attribute.relation?.endsWith('Many') ? [...rows].reverse() : rows.slice(1);
        return { set: some.map((id) => ({ id })) };
      };
      const links = own.map(([name, attribute]) => [name, linked(name, attribute)]);
      return {
        ..._.omitBy(Object.fromEntries(links), (value) => value === undefined),
        ...valuesOf(own, 0, unique),
      };
    },

    /**
     * Data for the update of a sample document: values that differ from the first ones, and only the second of the two
     * sample files.
     */
    changed(related: RelatedRows, unique: string): Entity {
      const [, file] = related.get(FILE_UID) ?? [];
      const { multiple } = attributesOf(strapi, contentType)[fields.media] ?? {};
      return { ...valuesOf(own, 1, unique), [fields.media]: multiple === true ? [file] : file };
    },
  };
};
