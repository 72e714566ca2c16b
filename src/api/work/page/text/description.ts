const LONGEST = 160;

/**
 * Shortens a text for the meta description: white space collapsed, at most 160 characters, cut
 * between words and ended with an ellipsis.
 */
export const describe = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  const characters = [...line];
  if (characters.length <= LONGEST) return line;

  const start = characters.slice(0, LONGEST - 1).join('');
  // One character more tells whether the cut falls between two words anyway.
  const cut = characters[LONGEST - 1] === ' ' ? start.length : start.lastIndexOf(' ');
  // A text without spaces (or one very long word) is cut where it is.
  const kept = cut > start.length / 2 ? start.slice(0, cut) : start;
  return `${kept.replace(/[\s,;:.–—-]+$/u, '')}…`;
};
