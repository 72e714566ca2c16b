import { strings } from '@strapi/utils';
import fc from 'fast-check';

import { slugify } from '../../src/plugins/bot/server/src/core/protocol/text/slugify';

const CHARACTERS = "abcxyzABCXYZ0189 ,.:;!?()-_&'üÄ";

test.each<Parameters<typeof slugify>[1]>([
  { separator: '-', lowercase: true },
  { separator: '_', lowercase: false },
])('the short way to the slug of plain words ends where Strapi ends: %p', (style) => {
  const titles = fc.string({ unit: fc.constantFrom(...CHARACTERS), maxLength: 20 });

  fc.assert(
    fc.property(titles, (title) => {
      expect(slugify(title, style)).toBe(strings.nameToSlug(title, style));
    }),
    { numRuns: 2_000 }
  );
});
