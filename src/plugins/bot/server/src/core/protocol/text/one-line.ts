/** Ends of lines, Word's (U+000B) among them: each parts two words. */
const BREAK = /[\t-\r\u0085\u2028\u2029]/g;

/** What no text shows, and XML cannot hold: one such character makes a whole feed unreadable. */
const NOT_TEXT = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu;

/** A title or a name as it is stored: on one line, and without control characters. */
export const oneLine = (text: string): string => text.replace(BREAK, ' ').replace(NOT_TEXT, '');
