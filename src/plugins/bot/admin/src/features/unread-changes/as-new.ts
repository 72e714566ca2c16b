import {
  filterFields,
  isRecord,
  SYSTEM_FIELDS,
  type Schemas,
  type Values,
} from '../../core/content-manager/fields';

/** What the panel's own form sends for a value: the relations among them carry it with them. */
const sent = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sent);
  if (!isRecord(value)) return value;
  if ('apiData' in value) return value.apiData;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, sent(one)]));
};

/** The values of a form as those of another document: without what belongs to the first one. */
export const asNew = (values: Values, schemas: Schemas): Values => {
  const own = Object.entries(values).filter(
    ([name]) => name in schemas.attributes && !SYSTEM_FIELDS.has(name)
  );
  return filterFields(sent(Object.fromEntries(own)) as Values, schemas, (name) => name !== 'id');
};
