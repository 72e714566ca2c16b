const LONGEST = 160;

/** Shortens a text for the meta description: collapses white space and cuts between words at 160 characters. */
export const describe = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  const characters = [...line];
  if (characters.length <= LONGEST) return line;

  const start = characters.slice(0, LONGEST - 1).join('');
  // The next character shows whether the cut is already between two words.
  const cut = characters[LONGEST - 1] === ' ' ? start.length : start.lastIndexOf(' ');
  // A text without spaces, or with one very long word, is cut inside a word.
  const kept = cut > start.length / 2 ? start.slice(0, cut) : start;
  return `${kept.replace(/[\s,;:.–—-]+$/u, '')}…`;
};
