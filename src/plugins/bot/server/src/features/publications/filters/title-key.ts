/** The hidden attribute that holds the key of a row's title. */
export const TITLE_KEY_ATTRIBUTE = 'botTitleKey';
export const TITLE_KEY_COLUMN = 'bot_title_key';

/** Digits that fit a column of Strapi's, which holds 255 characters; two make a byte. */
const DIGITS = 254;

/** Behind every digit, in the order of every database. */
const BEHIND = 'g';

/** A title with its letters made alike, large or small, and however they were typed. */
const fold = (title: string): string =>
  title.normalize('NFKC').toUpperCase().toLowerCase().replaceAll('ς', 'σ');

/** The key to find titles by prefix: the first bytes of the folded title in hex, which sorts alike in all databases. */
export const titleKeyOf = (title: string): string =>
  Buffer.from(fold(title)).toString('hex').slice(0, DIGITS);

/** The keys of titles that begin so, from and up to: a little more of them where that is very long. */
export const titleKeysFrom = (beginning: string): { from: string; to: string } => {
  const from = titleKeyOf(beginning);
  return { from, to: `${from}${BEHIND}` };
};

/** Whether a title begins so, however long that is. */
export const beginsWith = (title: string, beginning: string): boolean =>
  fold(title).startsWith(fold(beginning));

/** SQL for `whereRaw`: the title contains a text, in any case. */
export const titleHas = (text: string, column = 'title'): [sql: string, values: string[]] => {
  const part = text.toLowerCase().replace(/[!%_]/g, '!$&');
  return [`LOWER(??) LIKE ? ESCAPE '!'`, [column, `%${part}%`]];
};
