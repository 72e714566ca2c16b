import { unstable_useContentManagerContext as useContentManagerContext } from '@strapi/strapi/admin';

import { isRecord, SYSTEM_FIELDS, type Values } from './fields';
import { useLabelOf } from './use-label-of';

/** Keys that Strapi adds to each record; users do not type them. */
const OF_THE_RECORD = new Set(['id', 'documentId', '__component', '__temp_key__']);

/** A readable text for the value of a field: the names of files, the values of a component line by line. */
export const inWords = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(inWords).join('\n');
  if (!isRecord(value)) {
    return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
  }
  if (typeof value.mime === 'string') return String(value.name);
  return Object.entries(value)
    .filter(([name, one]) => !OF_THE_RECORD.has(name) && inWords(one) !== '')
    .map(([name, one]) => `${name}: ${inWords(one)}`)
    .join('\n');
};

/**
 * Returns a function that lists the fields in which a form differs from the saved document. Relations are left out, as
 * a form only has their changes.
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
        before: inWords(theirs[name]),
        now: inWords(mine[name]),
      }))
      .filter(({ before, now }) => before !== now);
};
