import { OF_THE_DOCUMENT } from '../unread-changes/as-new';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** What belongs to a record, and is nothing that somebody has typed. */
const OF_THE_RECORD = new Set(['id', 'documentId', '__component', '__temp_key__']);

/** The value of a field in words for a person: of files their names, of a component its values line by line. */
export const inWords = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(inWords).join('\n');
  if (!isRecord(value))
    return ['string', 'number', 'boolean'].includes(typeof value) ? `${value as string}` : '';
  if (typeof value.mime === 'string') return String(value.name);
  return Object.entries(value)
    .filter(([name, one]) => !OF_THE_RECORD.has(name) && inWords(one) !== '')
    .map(([name, one]) => `${name}: ${inWords(one)}`)
    .join('\n');
};

type Attributes = Record<string, { type: string }>;

/** A field that two versions say differently. */
export interface DifferentField {
  name: string;
  mine: string;
  theirs: string;
}

/** The fields in which a form differs from what is saved; relations are in a form by what changes of them alone. */
export const differentFields = (
  mine: Record<string, unknown>,
  theirs: Record<string, unknown>,
  attributes: Attributes
): DifferentField[] =>
  Object.entries(attributes)
    .filter(
      ([name, { type }]) => type !== 'relation' && !OF_THE_DOCUMENT.has(name) && name in theirs
    )
    .map(([name]) => ({ name, mine: inWords(mine[name]), theirs: inWords(theirs[name]) }))
    .filter((field) => field.mine !== field.theirs);
