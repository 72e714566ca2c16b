/** The values of a form, keyed by field name. */
export type Values = Record<string, unknown>;

/** An attribute of a content type or a component, reduced to the properties used here. */
export interface Attribute {
  type: string;
  component?: string;
}

type Attributes = Record<string, Attribute | undefined>;

export interface Schemas {
  attributes: Attributes;
  components: Record<string, { attributes: Attributes } | undefined>;
}

/** Fields that Strapi adds to each document; users do not type them. */
export const SYSTEM_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'documentId',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'createdBy',
  'updatedBy',
  'locale',
  'localizations',
]);

export const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keeps the fields of a form, and of its components at any depth, for which `passes` is true. */
export const filterFields = (
  values: Values,
  { attributes, components }: Schemas,
  passes: (name: string, attribute: Attribute | undefined) => boolean
): Values => {
  const inComponents = (value: unknown, component?: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => inComponents(one, component));
    if (!isRecord(value)) return value;
    // A component in a dynamic zone names its type itself.
    const schema = components[component ?? String(value.__component)];
    return schema === undefined ? value : inRecord(value, schema.attributes);
  };
  const inRecord = (record: Values, of: Attributes): Values =>
    Object.fromEntries(
      Object.entries(record)
        .filter(([name]) => passes(name, of[name]))
        .map(([name, value]) => [name, inComponents(value, of[name]?.component)])
    );
  return inRecord(values, attributes);
};
