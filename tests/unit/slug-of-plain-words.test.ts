import { strings } from '@strapi/utils';
import fc from 'fast-check';

import { slugFromTitle } from '../../src/plugins/bot/server/src/services/slug';

const CHARACTERS = "abcxyzABCXYZ0189 ,.:;!?()-&'üÄ";

test('the short way to the slug of plain words ends where Strapi ends', () => {
  const titles = fc.string({ unit: fc.constantFrom(...CHARACTERS), maxLength: 20 });

  fc.assert(
    fc.property(titles, (title) => {
      expect(slugFromTitle(title)).toBe(strings.nameToSlug(title) || 'work');
    }),
    { numRuns: 2_000 }
  );
});
