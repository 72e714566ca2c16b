/** Background that gives links the least contrast on light pages: the tint of boxes and code in `views/style.ts`. */
export const PAPER = '#f4f0e9';
const DARK_PAPER = '#221f1c';
/** Least contrast of text that WCAG 2.2 requires (1.4.3). */
const LEAST_CONTRAST = 4.5;

const channelsOf = (colour: string): number[] =>
  [1, 3, 5].map((start) => parseInt(colour.slice(start, start + 2), 16));

/** Relative luminance of a colour (WCAG 2.2), from 0 to 1. */
const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour)
    .map((channel) => channel / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** Contrast ratio of two colours such as `#0b5d6b`, from 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

/** Mixes a colour with `towards` until it is readable on `paper`. Uses as little of `towards` as possible. */
const readable = (colour: string, towards: string, paper: string): string => {
  const to = channelsOf(towards);
  for (let part = 0; part <= 1; part += 0.05) {
    const mixed = channelsOf(colour).map((from, index) => from + ((to[index] ?? 0) - from) * part);
    const hex = `#${mixed.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
    if (contrast(hex, paper) >= LEAST_CONTRAST) return hex;
  }
  return towards;
};

/** Accent colour for light pages, darkened if its contrast is too low. */
export const onLight = (colour: string): string => readable(colour, '#000000', PAPER);
/** Accent colour for dark pages, lightened if its contrast is too low. */
export const onDark = (colour: string): string => readable(colour, '#ffffff', DARK_PAPER);
