/** Fields of a form, by their names. */
export type Values = Record<string, unknown>;

/** An attribute of a content type or a component, as far as it is looked at here. */
export interface Attribute {
  type: string;
  component?: string;
}

type Attributes = Record<string, Attribute | undefined>;

export interface Schemas {
  attributes: Attributes;
  components: Record<string, { attributes: Attributes } | undefined>;
}

/** What belongs to a document, and is nothing that somebody types. */
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

/** The fields that pass, of the form and of the components in it. */
export const filterFields = (
  values: Values,
  { attributes, components }: Schemas,
  passes: (name: string, attribute: Attribute | undefined) => boolean
): Values => {
  const inComponents = (value: unknown, component?: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => inComponents(one, component));
    if (!isRecord(value)) return value;
    // In a dynamic zone each says for itself what it is.
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
