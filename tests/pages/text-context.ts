import type { TextContext } from '../../src/api/work/page/text/rendering';

/** Context for rendering a text on the page of its own work, in English. */
export const textContext = (changed: Partial<TextContext> = {}): TextContext => ({
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
