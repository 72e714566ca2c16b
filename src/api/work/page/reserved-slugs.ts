/** Slugs whose address below `/works` is no work's: see `routes.ts`, and `findByName` for Markdown. */
export const RESERVED_SLUGS = [
  'feed.xml',
  'feed.json',
  'preview',
  'tags',
  'categories',
  'authors',
  '*.md',
];
