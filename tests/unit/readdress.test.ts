import { createReaddress } from '../../src/plugins/bot/server/src/features/materials/references/readdress';

const stored = (name: string, ext = '.jpg') => ({ hash: `${name}_0123456789abcdef0123`, ext });
const renamed = (name: string, ext = '.jpg') => ({ hash: `${name}_ffffffffffffffffffff`, ext });
const object = (file: { hash: string; ext: string }) => ({ ...file, mime: '' });
const nameOf = ({ hash, ext }: { hash: string; ext: string }) => hash + ext;

const before = {
  ...stored('photo'),
  formats: {
    small: object(stored('small_photo')),
    large: object(stored('large_photo', '.webp')),
  },
};
const after = { ...renamed('photo'), formats: { small: object(renamed('small_photo')) } };
const readdress = createReaddress(before, after) ?? String;

test.each([
  ['the original', nameOf(before), nameOf(after)],
  ['a format', nameOf(before.formats.small), nameOf(after.formats.small)],
  ['a format that is no more', nameOf(before.formats.large), nameOf(after)],
  ['another extension', `${before.hash}.avif`, `${after.hash}.avif`],
  ['the end of a sentence', `${nameOf(before)}.`, `${nameOf(after)}.`],
  ['a longer name', `old-${nameOf(before)}`, `old-${nameOf(before)}`],
  ['an encoded address', `%2Fuploads%2F${nameOf(before)}`, `%2Fuploads%2F${nameOf(after)}`],
])('%s', (_what, text, now) => {
  const around = (name: string) => `[a](https://cdn.example/u/${name}) and "${name}"`;
  expect(readdress(around(text))).toBe(around(now));
});

test('all of a text', () => {
  const [from, to] = [nameOf(before), nameOf(after)];
  expect(readdress(`/uploads/${from} /uploads/${from}`)).toBe(`/uploads/${to} /uploads/${to}`);
});

test('nothing where all addresses are as they were', () => {
  expect(createReaddress(before, before)).toBeUndefined();
});
