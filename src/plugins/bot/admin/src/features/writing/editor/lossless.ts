import { EditorState, type Extension } from '@codemirror/state';

/** Line breaks of other systems are characters here: what nobody touches stays as it is, byte for byte. */
export const lossless: Extension = EditorState.lineSeparator.of('\n');

/** Takes from a text what differs from another one, so that the cursor stays where it is. */
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
