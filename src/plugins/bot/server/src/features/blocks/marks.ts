import type { InlineNode, Marks } from './types';

const MARKS = ['bold', 'italic', 'strikethrough', 'underline', 'code'] as const;

const those = (holds: (mark: keyof Marks) => boolean): Marks =>
  Object.fromEntries(MARKS.filter(holds).map((mark) => [mark, true]));

/** Marks, such as bold, that are set in both of two texts. */
export const commonMarks = (one: Marks, other: Marks): Marks =>
  those((mark) => one[mark] === true && other[mark] === true);

/** Whether two texts have the same marks, such as bold. */
export const hasSameMarks = (one: Marks, other: Marks): boolean =>
  MARKS.every((mark) => (one[mark] === true) === (other[mark] === true));

/** Marks of a text, such as bold; for a link, the marks common to all its texts. */
export const marksOf = (node: InlineNode): Marks => {
  if (node.type === 'text') return those((mark) => node[mark] === true);
  const [first, ...others] = node.children.map(marksOf);
  return others.reduce(commonMarks, first ?? {});
};
