import fc from 'fast-check';

import { isNestedDeeper } from '../../src/plugins/bot/server/src/core/http/bodies/json-depth';

/** The depth as it is after parsing. */
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map(depthOf))
    : 0;

test('it is the depth that is there after parsing', () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 8, stringUnit: 'binary' }),
      fc.boolean(),
      (value, isPretty) => {
        const json = JSON.stringify(value, null, isPretty ? 2 : undefined);
        const depth = depthOf(JSON.parse(json));
        expect(isNestedDeeper(json, depth)).toBe(false);
        if (depth > 0) expect(isNestedDeeper(json, depth - 1)).toBe(true);
      }
    )
  );
});

test.each([
  ['brackets in a text', '"[[[["'],
  ['brackets behind an escaped quote', String.raw`"\"[[[["`],
  ['brackets behind escaped backslashes and a quote', String.raw`"\\\"[[[["`],
  ['brackets in a key', '{"[[[[":1}'],
  ['brackets side by side', '[{},{},[],[]]'],
  ['a text that does not end', '"[[[['],
])('%s are not nested', (_case, json) => {
  expect(isNestedDeeper(json, 2)).toBe(false);
});

test.each([
  ['a text that ends with an escaped backslash', String.raw`["\\",[[1]]]`],
  ['brackets that do not end', '[[['],
])('%s: what is nested is seen', (_case, json) => {
  expect(isNestedDeeper(json, 2)).toBe(true);
});
