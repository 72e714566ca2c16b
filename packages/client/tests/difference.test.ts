import type { Publication } from '@fleet-bot/protocol';

import { differenceOf } from '../src/folder/importing/difference';
import type { Tagged } from '../src/resources/publications';

const tagsOnSite = (...tags: object[]) => ({ fields: { tags } }) as unknown as Tagged<Publication>;

const trains = { id: 'a', slug: 'night-trains', name: 'Night trains' };
const ships = { id: 'b', slug: 'ships', name: 'ships' };

test.each([
  ['in other letters', ['night Trains', 'ships']],
  ['with hyphens or underscores for spaces', ['night-trains', 'Ships']],
  ['with two of them for one', ['Night _Trains', 'ships']],
  ['by slugs', ['night-trains', 'ships']],
  ['twice', ['Night trains', 'ships', 'night-trains', 'Ships']],
])('tags that a file names %s are those on the site', (_how, tags) => {
  expect(differenceOf({ fields: { tags } }, tagsOnSite(trains, ships))).toEqual({});
});

test('a tag that the site has not, or at another place, is a difference', () => {
  for (const tags of [['ships', 'Night trains'], ['Night trains'], ['Night trains', 'ship']]) {
    const wanted = { fields: { tags } };
    expect(differenceOf(wanted, tagsOnSite(trains, ships))).toEqual(wanted);
  }
});

test('equal values of a list that names nothing are all compared', () => {
  const fields = { sizes: [1, 1, 'a', 'a', { of: 1 }, { of: 1 }] };
  const there = { fields } as unknown as Tagged<Publication>;
  expect(differenceOf({ fields }, there)).toEqual({});
});
