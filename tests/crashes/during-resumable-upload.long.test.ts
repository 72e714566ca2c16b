import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';

import { createBot } from '../support/bot';
import { startObjectStorage, type ObjectStorage } from '../support/object-storage';
import { headUpload, beginUpload, sendPart, uploadPath } from '../support/resumable';
import { startServerProcess, type ServerProcess } from '../support/server-process';
import { eventually } from '../support/storage';

const MEBIBYTE = 1024 * 1024;

let directory: string;
let bucket: ObjectStorage;
let server: ServerProcess;

beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'resumable-crash-'));
  bucket = await startObjectStorage();
  server = await startServerProcess({
    env: { ...bucket.env, S3_PUBLIC_URL: bucket.url, BOT_RESUMABLE_DIRECTORY: directory },
  });
});
afterAll(async () => {
  await server.stop();
  await bucket.stop();
  await rm(directory, { recursive: true });
});

/** Sends some bytes of a part, and never the rest. */
const sendHalf = (upload: string, bytes: Buffer, length: number): http.ClientRequest => {
  const sending = http.request(`${server.url}/api/bot${upload}`, {
    method: 'PATCH',
    headers: {
      Authorization: `Bearer ${server.token}`,
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': '0',
      'Content-Type': 'application/offset+octet-stream',
      'Content-Length': length,
    },
  });
  sending.on('error', () => undefined);
  sending.write(bytes);
  return sending;
};

test('an upload into a bucket goes on after kill -9 where it was', async () => {
  const content = randomBytes(8 * MEBIBYTE);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const { headers } = await beginUpload(createBot(server), content.length, {
    filename: 'large.bin',
    sha256,
  }).expect(201);
  const upload = uploadPath(headers);

  const sending = sendHalf(upload, content.subarray(0, 5 * MEBIBYTE), content.length);
  const isReceived = async () => Number((await headUpload(server, upload)).offset) >= 4 * MEBIBYTE;
  expect(await eventually(isReceived)).toBe(true);
  await server.kill9();
  sending.destroy();
  server = await server.restart();

  const { offset } = await headUpload(server, upload);
  expect(Number(offset)).toBeGreaterThanOrEqual(4 * MEBIBYTE);
  const { body } = await sendPart(
    createBot(server),
    upload,
    Number(offset),
    content.subarray(Number(offset))
  ).expect(201);
  expect(body.sha256).toEqual({ received: sha256, stored: sha256 });
  const stored = Buffer.from(await (await fetch(body.url)).arrayBuffer());
  expect(createHash('sha256').update(stored).digest('hex')).toBe(sha256);
  expect(await bucket.keys()).toHaveLength(1);
});
