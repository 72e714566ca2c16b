import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';

import fc from 'fast-check';

import { readForm } from '../../src/plugins/bot/server/src/core/http/bodies/read-form';

const LIMIT = 3 * 1024 * 1024;
const BOUNDARY = 'the-boundary';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'read-form-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));
const directory = () => mkdtemp(path.join(root, 'form-'));

interface Part {
  headers: string;
  content: Buffer;
}

const file = (content: Buffer, field = 'file'): Part => ({
  headers: `Content-Disposition: form-data; name="${field}"; filename="a.bin"\r\nContent-Type: a/b`,
  content,
});
const text = (content: string, field = 'caption'): Part => ({
  headers: `Content-Disposition: form-data; name="${field}"`,
  content: Buffer.from(content),
});

const formOf = (parts: Part[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ headers, content }) => [
      Buffer.from(`--${BOUNDARY}\r\n${headers}\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);

/** Reads a form that arrives in pieces of these sizes, repeatedly. */
const read = async (body: Buffer, sizes = [65_536], signal = new AbortController().signal) => {
  const source = new PassThrough();
  const reading = readForm(source, {
    boundary: BOUNDARY,
    limit: LIMIT,
    directory,
    signal,
  });
  let isRead = false;
  void reading.then(
    () => (isRead = true),
    () => (isRead = true)
  );
  let at = 0;
  for (let piece = 0; at < body.length && !isRead; piece += 1) {
    const end = at + sizes[piece % sizes.length];
    if (!source.write(body.subarray(at, end))) await turn();
    at = end;
  }
  source.end();
  const form = await reading;
  return {
    fields: form.fields,
    files: await Promise.all(
      form.files.map(async ({ field, file: { name, bytes } }) => {
        const chunks: Buffer[] = [];
        for await (const chunk of bytes.stream()) chunks.push(chunk as Buffer);
        return { field, name, content: Buffer.concat(chunks) };
      })
    ),
  };
};

const malformed = { details: { code: 'malformed-multipart' } };
const filled = (length: number) => Buffer.alloc(length, 'a line\r\n--the-boundar');

test('whatever the sizes of parts and pieces, what was sent is read', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          isFile: fc.boolean(),
          length: fc.oneof(fc.nat(70), fc.integer({ min: 16_000, max: 17_000 }), fc.nat(200_000)),
        }),
        { maxLength: 6 }
      ),
      fc.array(fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 70_000 })), {
        minLength: 1,
        maxLength: 5,
      }),
      async (shapes, sizes) => {
        const parts = shapes.map(({ isFile, length }) =>
          isFile ? file(filled(length)) : text('x'.repeat(Math.min(length, 60_000)))
        );
        const body = formOf(parts);
        const average = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
        fc.pre(body.length / average < 20_000);
        const form = await read(body, sizes);
        expect(form.files.map(({ content }) => content.length)).toEqual(
          shapes.filter(({ isFile }) => isFile).map(({ length }) => length)
        );
        expect(form.files.every(({ content }) => content.equals(filled(content.length)))).toBe(
          true
        );
        expect(form.fields.map(({ value }) => value.length)).toEqual(
          shapes.filter(({ isFile }) => !isFile).map(({ length }) => Math.min(length, 60_000))
        );
      }
    ),
    { numRuns: 150, interruptAfterTimeLimit: 20_000 }
  ));

test('a body cut at each of its bytes is read wherever it is cut', async () => {
  const body = formOf([
    text('one'),
    file(Buffer.from('two\r\n--the-bound\r\n--')),
    text('', 'name'),
  ]);
  for (let at = 1; at < body.length; at += 1) {
    const form = await read(body, [at, body.length]);
    expect(form.fields).toEqual([
      { field: 'caption', value: 'one' },
      { field: 'name', value: '' },
    ]);
    expect(String(form.files[0].content)).toBe('two\r\n--the-bound\r\n--');
  }
});

test('a body that ends anywhere before its end is malformed', async () => {
  const body = formOf([text('one'), file(Buffer.from('two'))]);
  // All truncations fail, except without the last line break, which is optional.
  for (let end = 0; end < body.length - 2; end += 1) {
    await expect(read(body.subarray(0, end), [20])).rejects.toMatchObject(malformed);
  }
});

test.each([
  ['an attachment', 'Content-Disposition: attachment; name="file"; filename="a"'],
  ['no Content-Disposition', 'Content-Type: text/plain'],
  ['a name with a line break', `Content-Disposition: form-data; name*=utf-8''a%0d%0ab`],
  ['a header that is none', 'no header at all'],
])('a part with %s is malformed, of any size and in pieces of any size', async (_case, headers) => {
  for (const length of [0, 1, 16_383, 16_384, 16_385, 65_536, 300_000]) {
    for (const size of [1_000, 16_384, 65_536, 400_000]) {
      for (const parts of [
        [{ headers, content: filled(length) }],
        [file(Buffer.from('a')), { headers, content: filled(length) }],
        [{ headers, content: filled(length) }, file(Buffer.from('a'))],
      ]) {
        await expect(read(formOf(parts), [size])).rejects.toMatchObject(malformed);
      }
    }
  }
});

test('a part that ends within its headers is malformed', async () => {
  const body = Buffer.from(
    `--${BOUNDARY}\r\nContent-Disposition: form-data\r\n--${BOUNDARY}\r\n` +
      `Content-Disposition: form-data; name="file"\r\n\r\na\r\n--${BOUNDARY}--\r\n`
  );
  await expect(read(body)).rejects.toMatchObject(malformed);
});

test('a file just as large as the limit is read, one byte more is too large', async () => {
  expect((await read(formOf([file(filled(LIMIT))]))).files[0].content.length).toBe(LIMIT);
  await expect(read(formOf([file(filled(LIMIT + 1), 'second')]))).rejects.toMatchObject({
    details: { code: 'file-too-large', limit: LIMIT },
  });
});

test('a text in another character set is decoded, and an unknown one is malformed', async () => {
  const inCharset = (charset: string, content: Buffer) => ({
    headers: `Content-Disposition: form-data; name="caption"\r\nContent-Type: text/plain; charset=${charset}`,
    content,
  });
  const { fields } = await read(formOf([inCharset('iso-8859-1', Buffer.from([0xfc]))]));
  expect(fields).toEqual([{ field: 'caption', value: 'ü' }]);
  await expect(read(formOf([inCharset('no-such', Buffer.from('a'))]))).rejects.toMatchObject(
    malformed
  );
});

test('seventeen parts are too many', async () => {
  expect((await read(formOf(Array.from({ length: 16 }, () => text('a'))))).fields).toHaveLength(16);
  await expect(read(formOf(Array.from({ length: 17 }, () => text('a'))))).rejects.toMatchObject(
    malformed
  );
});

test('what stands before the first part and behind the last one is passed over', async () => {
  const body = Buffer.concat([
    Buffer.from('a preamble\r\n'),
    formOf([text('one')]),
    filled(100_000),
  ]);
  expect((await read(body, [1_000])).fields).toEqual([{ field: 'caption', value: 'one' }]);
});

test('a reading that is given up ends with the reason', async () => {
  const stop = new AbortController();
  const source = new PassThrough();
  const reading = readForm(source, {
    boundary: BOUNDARY,
    limit: LIMIT,
    directory,
    signal: stop.signal,
  });
  source.write(formOf([file(filled(2_000_000))]).subarray(0, 1_500_000));
  await turn();
  stop.abort(new Error('given up'));
  await expect(reading).rejects.toThrow('given up');
  expect(source.listenerCount('data')).toBe(0);
});
