import type { Bot } from './bot';
import type { TestFile } from './files';

/** Sends an upload and accepts any answer; `createBot(...).upload` expects success. */
export const sendFile = (bot: Bot, file: TestFile, part = 'file') =>
  bot
    .request('post', '/materials')
    .attach(part, file.content, { filename: file.name, contentType: file.mime });

/** A file with the given bytes. */
export const fileOf = (
  content: Buffer | string,
  name: string,
  mime = 'application/octet-stream'
): TestFile => ({
  name,
  content: Buffer.from(content as string),
  mime,
});
