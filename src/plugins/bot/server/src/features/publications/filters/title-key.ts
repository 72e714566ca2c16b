/** The hidden attribute that stores the search key of a row's title. */
export const TITLE_KEY_ATTRIBUTE = 'botTitleKey';
export const TITLE_KEY_COLUMN = 'bot_title_key';

/**
 * Maximum length of a title key in hexadecimal digits: the 255 characters of Strapi's string columns, rounded down to
 * an even number, because each byte has two digits.
 */
const DIGITS = 254;

/** A character that sorts after every hexadecimal digit on every database. */
const BEHIND = 'g';

/** Normalizes a title, so that letter case and Unicode forms do not matter. */
const fold = (title: string): string =>
  title.normalize('NFKC').toUpperCase().toLowerCase().replaceAll('ς', 'σ');

/**
 * The key to find titles by prefix: the first bytes of the normalized title in hexadecimal digits, which all databases
 * sort alike.
 */
export const titleKeyOf = (title: string): string =>
  Buffer.from(fold(title)).toString('hex').slice(0, DIGITS);

/** The range of keys for titles with a prefix. A prefix longer than the key matches too many titles. */
export const titleKeysFrom = (beginning: string): { from: string; to: string } => {
  const from = titleKeyOf(beginning);
  return { from, to: `${from}${BEHIND}` };
};

/** Whether a title has a prefix of any length, regardless of case. */
export const beginsWith = (title: string, beginning: string): boolean =>
  fold(title).startsWith(fold(beginning));

/** SQL for `whereRaw`: whether the title contains a text, regardless of case. */
export const titleHas = (text: string, column = 'title'): [sql: string, values: string[]] => {
  const part = text.toLowerCase().replace(/[!%_]/g, '!$&');
  return [`LOWER(??) LIKE ? ESCAPE '!'`, [column, `%${part}%`]];
};
