import type { Core, Schema, UID } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import {
  attributesOf,
  readValue,
  type Attribute,
  type Attributes,
} from '../../core/database/rows/entity';
import { isLocalized } from '../../core/strapi/locales';

import { fieldSettings } from './settings';

interface Named {
  /** Name of the field in the bot's API. */
  name: string;
  /** Name of the attribute in the content type or component. */
  attribute: string;
}

const COLUMN_TYPES = [
  'string',
  'text',
  'richtext',
  'email',
  'integer',
  'float',
  'decimal',
  'boolean',
  'date',
  'datetime',
  'enumeration',
  'json',
] as const;

export type ColumnType = (typeof COLUMN_TYPES)[number];

/** Converts a column's value to its form in answers. */
export const readColumn = (type: ColumnType, stored: unknown): unknown => {
  const value = readValue(type, stored);
  return value instanceof Date ? value.toISOString() : value;
};

export interface ColumnField extends Named {
  kind: 'column';
  type: ColumnType;
  rules: Attribute;
}

export interface MediaField extends Named {
  kind: 'media';
  many: boolean;
}

/** A relation to records of another type, such as tags. */
export interface RelationField extends Named {
  kind: 'relation';
  many: boolean;
  target: UID.ContentType;
  /** Attributes of the related content type that hold a record's slug and name; undefined if the type has none. */
  slug?: string;
  title?: string;
  /** Whether missing records are created from their name. */
  createMissing: boolean;
}

/** A component whose plain values the bot can write. Its other values are left to editors. */
export interface ComponentField extends Named {
  kind: 'component';
  component: UID.Component;
  parts: ColumnField[];
}

export type Field = ColumnField | MediaField | RelationField | ComponentField;

export interface FieldPlan {
  fields: Field[];
  /** Errors in the configuration of fields, each naming the field. */
  faults: string[];
}

/** Type of a custom field until Strapi has registered all plugins. */
const NOT_KNOWN_YET = 'customField';

/** Attribute types that can hold the name of a related record. */
const NAMES = new Set(['string', 'text']);

const RELATIONS: Record<string, { many: boolean }> = {
  oneToOne: { many: false },
  manyToOne: { many: false },
  oneToMany: { many: true },
  manyToMany: { many: true },
};

const isColumnType = (type: string): type is ColumnType =>
  (COLUMN_TYPES as readonly string[]).includes(type);

const toColumn = (name: string, attribute: string, rules: Attribute): ColumnField | undefined =>
  isColumnType(rules.type)
    ? { kind: 'column', name, attribute, type: rules.type, rules }
    : undefined;

/** A configured field resolved to an attribute, or an error message. */
type Planned = Field | string;

const planComponent = (strapi: Core.Strapi, named: Named, rules: Attribute): Planned => {
  const component = strapi.components[rules.component as UID.Component] as
    Schema.Component | undefined;
  if (rules.repeatable === true || component === undefined) {
    return 'is a component that can be repeated, and must be a single one';
  }
  const parts = Object.entries(component.attributes as Attributes).flatMap(
    ([name, part]) => toColumn(name, name, part) ?? []
  );
  return parts.length === 0
    ? `is the component ${component.uid}, which has no value that the bot could write`
    : { kind: 'component', ...named, component: component.uid, parts };
};

/** The attribute that holds a record's name: the attribute from which its slug is made, else `name` or `title`. */
const findTitle = (attributes: Attributes, slug: string | undefined): string | undefined =>
  [slug === undefined ? undefined : attributes[slug]?.targetField, 'name', 'title'].find(
    (name) => name !== undefined && NAMES.has(attributes[name]?.type ?? '')
  );

const planRelation = (
  strapi: Core.Strapi,
  named: Named,
  rules: Attribute,
  createMissing: boolean
): Planned => {
  const target = strapi.contentTypes[rules.target as UID.ContentType] as
    Schema.ContentType | undefined;
  const relation = RELATIONS[rules.relation ?? ''];
  if (target === undefined || relation === undefined || !target.uid.startsWith('api::')) {
    return `relates to ${rules.target ?? 'records of any type'}, and must relate to a content type of the site`;
  }
  if (target.options?.draftAndPublish === true || isLocalized(strapi, target.uid)) {
    return `relates to ${target.uid}, which has drafts or translations`;
  }
  const attributes = target.attributes as Attributes;
  const [slug] = Object.entries(attributes).find(([, { type }]) => type === 'uid') ?? [];
  const title = findTitle(attributes, slug);
  const wanted = Object.entries(attributes).find(
    ([name, attribute]) =>
      attribute.required === true &&
      attribute.default === undefined &&
      name !== slug &&
      name !== title
  );
  if (createMissing && (title === undefined || wanted !== undefined)) {
    return `cannot create what is missing: ${target.uid} ${
      wanted === undefined ? 'has no name' : `requires ${wanted[0]}`
    }`;
  }
  return {
    kind: 'relation',
    ...named,
    ...relation,
    target: target.uid,
    slug,
    title,
    createMissing,
  };
};

const planField = (
  strapi: Core.Strapi,
  named: Named,
  rules: Attribute,
  createMissing: boolean
): Planned => {
  if (createMissing && rules.type !== 'relation') {
    return `is of the type ${rules.type}, and only a relation can create what is missing`;
  }
  switch (rules.type) {
    case 'media':
      return { kind: 'media', ...named, many: rules.multiple === true };
    case 'relation':
      return planRelation(strapi, named, rules, createMissing);
    case 'component':
      return planComponent(strapi, named, rules);
    default:
      return (
        toColumn(named.name, named.attribute, rules) ??
        `is of the type ${rules.type}, which the bot cannot write`
      );
  }
};

/** Resolves the fields configured for a site to attributes of its content type. */
export const planFields = (strapi: Core.Strapi): FieldPlan => {
  const { contentType, attributes: own } = botConfig(strapi);
  const attributes = attributesOf(strapi, contentType);
  const taken = new Set<string>(Object.values(own));
  const plan: FieldPlan = { fields: [], faults: [] };

  for (const [name, setting] of Object.entries(fieldSettings.of(strapi))) {
    const { attribute, createMissing = false } =
      typeof setting === 'string' ? { attribute: setting } : setting;
    const rules = attributes[attribute];
    if (rules === undefined) {
      plan.faults.push(`field ${name}: there is no attribute ${attribute}`);
    } else if (taken.has(attribute)) {
      plan.faults.push(`field ${name}: ${attribute} has a name in the interface already`);
    } else if (rules.type !== NOT_KNOWN_YET) {
      const planned = planField(strapi, { name, attribute }, rules, createMissing);
      if (typeof planned === 'string') {
        plan.faults.push(`field ${name}: ${attribute} ${planned}`);
      } else {
        plan.fields.push(planned);
      }
    }
    taken.add(attribute);
  }
  return plan;
};
