import { mapValues } from '../src/folder/values';

const withoutEmpty = async (value: unknown) =>
  value === null || (Array.isArray(value) && value.length === 0) ? undefined : value;

test('what is empty is left out of records, and stays where it is in lists', async () => {
  const record = { a: null, b: [], c: { d: null, e: 1 }, f: [[], [1], null, { g: null }] };
  expect(await mapValues(record, withoutEmpty)).toEqual({ c: { e: 1 }, f: [[], [1], null, {}] });
});

test('what a value became is looked into', async () => {
  const named = async (value: unknown) => (Reflect.get(Object(value), 'name') as unknown) ?? value;
  expect(await mapValues([{ name: 'one' }, { many: [{ name: 'two' }] }], named)).toEqual([
    'one',
    { many: ['two'] },
  ]);
});
