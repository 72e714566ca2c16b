/** What links stand on where they are hardest to read: the tint of boxes and code, as the style of the pages has it. */
export const PAPER = '#f4f0e9';
const DARK_PAPER = '#221f1c';
/** What WCAG 2.2 asks of text (1.4.3). */
const LEAST_CONTRAST = 4.5;

const channelsOf = (colour: string): number[] =>
  [1, 3, 5].map((start) => parseInt(colour.slice(start, start + 2), 16));

/** How bright a colour is (WCAG 2.2, relative luminance). */
const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour)
    .map((channel) => channel / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** The contrast of two colours like `#0b5d6b`, from 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

/** The colour nearest to this one, on the way to another, that can be read on a paper. */
const readable = (colour: string, towards: string, paper: string): string => {
  const to = channelsOf(towards);
  for (let part = 0; part <= 1; part += 0.05) {
    const mixed = channelsOf(colour).map((from, index) => from + ((to[index] ?? 0) - from) * part);
    const hex = `#${mixed.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
    if (contrast(hex, paper) >= LEAST_CONTRAST) return hex;
  }
  return towards;
};

/** The same colour, or a darker one, for light pages. */
export const onLight = (colour: string): string => readable(colour, '#000000', PAPER);
/** The same colour, or a lighter one, for dark pages. */
export const onDark = (colour: string): string => readable(colour, '#ffffff', DARK_PAPER);
