import {
  isShownInline,
  isShownInSandbox,
  SHOWN_IMAGES,
} from '../../../packages/media/src/inline-type';
import { materialTypeOf } from '../../../src/plugins/bot/server/src/features/materials/type-rule/material-type';
import { slugify } from '../../../src/plugins/bot/server/src/core/protocol/text/slugify';

test('pictures of pixels are shown in place', () => {
  const names = 'apng avif bmp gif heic heic-sequence heif heif-sequence jpeg pjpeg png tiff';
  const odd = 'vnd.microsoft.icon webp x-icon x-ms-bmp';
  expect(SHOWN_IMAGES).toEqual(`${names} ${odd}`.split(' ').map((name) => `image/${name}`));
});

test.each<[string, string, boolean, boolean]>([
  ['image/png', 'image', true, true],
  ['image/svg+xml', 'image', false, true],
  ['image/vnd.adobe.photoshop', 'image', false, false],
  ['image/x-canon-cr2', 'file', false, false],
  ['image/jxl', 'file', false, false],
  ['video/mp4', 'video', true, true],
  ['x-video/mp4', 'file', false, false],
  ['audio/mpeg', 'file', true, true],
  ['application/pdf', 'file', true, true],
  ['application/pdfx', 'file', false, false],
  ['text/html', 'file', false, false],
])('%s is of the type %s', (mime, type, isInline, isInSandbox) => {
  expect([materialTypeOf(mime), isShownInline(mime), isShownInSandbox(mime)]).toEqual([
    type,
    isInline,
    isInSandbox,
  ]);
});

test.each<[string, '-' | '_', boolean, string]>([
  ['Two words, three', '-', true, 'two-words-three'],
  ['Two words', '_', false, 'Two_words'],
  ['...', '-', true, ''],
  ['Größe', '-', true, 'groesse'],
  ['camelCase', '-', true, 'camel-case'],
  ['x1Y', '-', true, 'x1-y'],
  ['ABc', '-', true, 'a-bc'],
  ['A b', '-', true, 'a-b'],
])('the slug of %j', (text, separator, lowercase, slug) => {
  expect(slugify(text, { separator, lowercase })).toBe(slug);
});
