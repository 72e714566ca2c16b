/**
 * Whether a text has more than `limit` characters (code points), as databases count them: an
 * emoji is one, or a few that are joined, where JavaScript counts UTF-16 units.
 */
export const isLongerThan = (text: string, limit: number): boolean =>
  text.length > limit && (text.length > 2 * limit || Array.from(text).length > limit);
