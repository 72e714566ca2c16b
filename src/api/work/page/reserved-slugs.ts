/** Slugs that no work may have, because other routes use them: see `routes.ts`, and `findByName` for Markdown. */
export const RESERVED_SLUGS = [
  'feed.xml',
  'feed.json',
  'preview',
  'tags',
  'categories',
  'authors',
  '*.md',
];
