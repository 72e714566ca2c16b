import { EditorState, type Extension } from '@codemirror/state';

/**
 * Splits lines only at `\n`. A `\r` stays in the text as a character, so that unedited text stays the same, byte for
 * byte.
 */
export const keepLineBreaks: Extension = EditorState.lineSeparator.of('\n');

/** The smallest single change from one text to another, so that the cursor keeps its place. */
export const difference = (before: string, after: string) => {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let [end, other] = [before.length, after.length];
  while (end > start && other > start && before[end - 1] === after[other - 1]) {
    end -= 1;
    other -= 1;
  }
  return { from: start, to: end, insert: after.slice(start, other) };
};
