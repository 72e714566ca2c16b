import { containsMarkup } from '../src/documents/active-content';

test.each([
  '<script>',
  '<SCRIPT src=x>',
  'some text <html lang="en">',
  '<svg\nonload=x>',
  '<iframe/src=x>',
  '<object data=x>',
  '<embed src=x>',
  '<body onload=x>',
  '<!DOCTYPE  html>',
  '<?php echo 1;',
])('"%s" is markup that can run', (text) => {
  expect(containsMarkup(Buffer.from(text))).toBe(true);
});

test.each([
  'a < b > c',
  'scripture',
  '<scripture>',
  '&lt;script&gt;',
  'List<String> html',
  '# Markdown',
  '',
])('"%s" is no markup that can run', (text) => {
  expect(containsMarkup(Buffer.from(text))).toBe(false);
});

test('markup is found between bytes that are no text', () => {
  expect(
    containsMarkup(
      Buffer.concat([Buffer.from([0, 255, 200]), Buffer.from('<script>'), Buffer.from([0])])
    )
  ).toBe(true);
});

test.each<[string, (text: string) => Buffer]>([
  ['UTF-16, little-endian', (text) => Buffer.from(text, 'utf16le')],
  ['UTF-16, big-endian', (text) => Buffer.from(text, 'utf16le').swap16()],
  ['UTF-32', (text) => Buffer.from([...text].join('\0\0\0'))],
])('markup is found in %s', (_encoding, encode) => {
  expect(containsMarkup(encode('text <HTML> text'))).toBe(true);
  expect(containsMarkup(encode('text <TITLE> text'))).toBe(false);
});

test('markup is found behind much that looks alike', () => {
  expect(containsMarkup(Buffer.from(`${'<sc'.repeat(10_000)}<!doctype  html>`))).toBe(true);
});
