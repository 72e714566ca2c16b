import { unstable_useContentManagerContext as useContentManagerContext } from '@strapi/strapi/admin';

import { isRecord, SYSTEM_FIELDS, type Values } from './fields';
import { useLabelOf } from './use-label-of';

/** Keys that Strapi adds to each record; users do not type them. */
const RECORD_KEYS = new Set(['id', 'documentId', '__component', '__temp_key__']);

/** A readable text for the value of a field: the names of files, the values of a component line by line. */
export const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(textOf).join('\n');
  if (!isRecord(value)) {
    return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
  }
  if (typeof value.mime === 'string') return String(value.name);
  return Object.entries(value)
    .filter(([name, one]) => !RECORD_KEYS.has(name) && textOf(one) !== '')
    .map(([name, one]) => `${name}: ${textOf(one)}`)
    .join('\n');
};

/**
 * Returns a function that lists the fields in which a form differs from the saved document. Omits relations, because a
 * form has only their changes, not all related records.
 */
export const useDifferentFields = () => {
  const { contentType, model } = useContentManagerContext();
  const labelOf = useLabelOf(model);
  return (theirs: Values, mine: Values) =>
    Object.entries(contentType?.attributes ?? {})
      .filter(
        ([name, { type }]) => type !== 'relation' && !SYSTEM_FIELDS.has(name) && name in theirs
      )
      .map(([name]) => ({
        name,
        label: labelOf(name),
        before: textOf(theirs[name]),
        now: textOf(mine[name]),
      }))
      .filter(({ before, now }) => before !== now);
};
