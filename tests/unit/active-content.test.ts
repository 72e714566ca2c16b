import {
  containsMarkup,
  isActiveType,
  startsLikeProgram,
} from '../../src/plugins/bot/server/src/media/active-content';

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

test.each([
  '#!/bin/sh',
  '  \n#!/usr/bin/env node',
  '\ufeff<?xml version="1.0"?>',
  '<?php ',
  '<!-- -->',
  '<p>hello</p>',
  '<x:y a="b">',
])('"%s" starts like a program', (text) => {
  expect(startsLikeProgram(text)).toBe(true);
});

test.each(['# Head', '#hash', '<3 you', '< 5', '- item', '{"a":"<b>"}', 'a,b', ''])(
  '"%s" does not start like a program',
  (text) => {
    expect(startsLikeProgram(text)).toBe(false);
  }
);

test.each([
  'text/html',
  'image/svg+xml',
  'application/xml',
  'application/x-msdownload',
  'application/x-elf',
  'application/wasm',
])('%s is not stored', (mime) => {
  expect(isActiveType(mime)).toBe(true);
});

test.each([
  'image/png',
  'video/mp4',
  'application/pdf',
  'application/zip',
  'text/plain',
  'audio/wav',
])('%s is stored', (mime) => {
  expect(isActiveType(mime)).toBe(false);
});
