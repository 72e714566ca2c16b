/** Matches a control character except tab and line ends. */
const CONTROLS = /(?![\t\n\r\u0085])\p{Cc}/u;
const NO_CHARACTERS = /[\p{Cs}\p{Noncharacter_Code_Point}]/u;
const NOT_PRINTABLE = new RegExp(`${CONTROLS.source}|${NO_CHARACTERS.source}`, 'gu');

/**
 * Removes invisible characters that XML forbids (XML 1.0, 2.2), such as U+0008 and U+FFFE. Vertical tabs (Word writes
 * them) and form feeds become spaces.
 */
export const printable = (text: string): string =>
  text.replace(/[\v\f]/g, ' ').replace(NOT_PRINTABLE, '');
