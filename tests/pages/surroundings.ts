import type { TextSurroundings } from '../../src/api/work/page/text/rendering';

/** Surroundings of a text on its own page, in English. */
export const surroundings = (changed: Partial<TextSurroundings> = {}): TextSurroundings => ({
  publicUrl: 'https://example.org',
  labels: {
    table: 'Table',
    contents: 'Contents',
    footnotes: 'Footnotes',
    backToText: 'Back to the text',
  },
  fileOrigins: [],
  pictures: [],
  picturesBefore: 0,
  hasPlaceholders: true,
  hasDollars: false,
  ...changed,
});
