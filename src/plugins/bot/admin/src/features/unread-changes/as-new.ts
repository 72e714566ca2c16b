interface Attribute {
  type: string;
  component?: string;
}

type Attributes = Record<string, Attribute>;
type Components = Record<string, { attributes: Attributes } | undefined>;

/** What nobody types into a form. */
export const OF_THE_DOCUMENT: ReadonlySet<string> = new Set([
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

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What the panel's own form sends for a value: the relations among them carry it with them. */
const sent = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sent);
  if (!isRecord(value)) return value;
  if ('apiData' in value) return value.apiData;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, sent(one)]));
};

/** The values of a form as those of another document: without what belongs to the first one. */
export const asNew = (
  values: object,
  attributes: Attributes,
  components: Components
): Record<string, unknown> => {
  const component = (value: unknown, uid: string | undefined): unknown => {
    if (Array.isArray(value)) return value.map((one) => component(one, uid));
    if (!isRecord(value)) return value;
    const schema = components[uid ?? String(value.__component)];
    if (schema === undefined) return value;
    const { id: _id, ...others } = value;
    return fields(others, schema.attributes);
  };

  const fields = (record: Record<string, unknown>, of: Attributes): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => {
        const type = of[name]?.type;
        return type === 'component' || type === 'dynamiczone'
          ? [name, component(value, of[name]?.component)]
          : [name, value];
      })
    );

  const own = Object.entries(sent(values) as Record<string, unknown>).filter(
    ([name]) => name in attributes && !OF_THE_DOCUMENT.has(name)
  );
  return fields(Object.fromEntries(own), attributes);
};
