import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import {
  MEMORY_BYTES,
  receiveBytes,
} from '../../src/plugins/bot/server/src/core/bytes/receive-bytes';
import { edgesOf, type ReceivedBytes } from '../../packages/media/src/bytes/received-bytes';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'receive-test-'));
  file = path.join(folder, 'received');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Makes `size` bytes, all neighbours different, in chunks whose borders differ from the limit. */
const contentOf = (size: number): Buffer =>
  Buffer.from(Array.from({ length: size }, (_none, index) => index % 251));
const chunksOf = (content: Buffer): Buffer[] =>
  Array.from({ length: Math.ceil(content.length / 30_000) }, (_none, index) =>
    content.subarray(index * 30_000, (index + 1) * 30_000)
  );

const receive = (content: Buffer): Promise<ReceivedBytes> =>
  receiveBytes(Readable.from(chunksOf(content)), async () => file);

test.each([0, 1, 100_000, MEMORY_BYTES])('%d bytes stay in memory', async (size) => {
  const content = contentOf(size);
  expect(content.equals((await receive(content)).content as Buffer)).toBe(true);
  await expect(readFile(file)).rejects.toMatchObject({ code: 'ENOENT' });
});

test.each([MEMORY_BYTES + 1, 3_000_000])('%d bytes go to a file', async (size) => {
  const content = contentOf(size);
  expect((await receive(content)).content).toBe(file);
  expect((await readFile(file)).equals(content)).toBe(true);
});

test.each([1, 100_000, 3_000_000])('%d bytes are read as they came', async (size) => {
  const content = contentOf(size);
  const bytes = await receive(content);
  const { head, tail } = await edgesOf(bytes, 65_536);

  expect(bytes.size).toBe(size);
  expect((await buffer(bytes.stream())).equals(content)).toBe(true);
  expect(head.equals(content.subarray(0, 65_536))).toBe(true);
  expect(tail.equals(content.subarray(Math.max(65_536, size - 65_536)))).toBe(true);
});

test.each([10_000, 3_000_000])('what breaks off after %d bytes is an error', async (size) => {
  const source = async function* () {
    yield* chunksOf(contentOf(size));
    throw new Error('broken off');
  };
  await expect(receiveBytes(source(), async () => file)).rejects.toThrow('broken off');
});
