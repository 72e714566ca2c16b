/** All but tab and the ends of lines. */
const CONTROLS = /(?![\t\n\r\u0085])\p{Cc}/u;
const NO_CHARACTERS = /[\p{Cs}\p{Noncharacter_Code_Point}]/u;
const NOT_PRINTABLE = new RegExp(`${CONTROLS.source}|${NO_CHARACTERS.source}`, 'gu');

/**
 * A text without the characters that no reader sees and that make XML unreadable (XML 1.0, 2.2): U+000B as Word
 * leaves it, U+0008, U+FFFE. What parts words becomes a space.
 */
export const printable = (text: string): string =>
  text.replace(/[\v\f]/g, ' ').replace(NOT_PRINTABLE, '');
