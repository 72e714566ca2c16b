import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** SHA-256 of a stream's content, as 64 lowercase hexadecimal digits. @throws errors of the stream */
export const digestOfStream = async (source: Readable): Promise<string> => {
  const digest = createHash('sha256');
  await pipeline(source, digest);
  return digest.digest('hex');
};

async function* passOn(
  source: Readable,
  onDigest: (sha256: string) => void
): AsyncGenerator<Buffer> {
  const digest = createHash('sha256');
  for await (const chunk of source as AsyncIterable<Buffer>) {
    digest.update(chunk);
    yield chunk;
  }
  onDigest(digest.digest('hex'));
}

/**
 * Computes the SHA-256 of a stream, and passes its content on unchanged.
 * @param onDigest called with the SHA-256 after the last byte
 */
export const withDigest = (source: Readable, onDigest: (sha256: string) => void): Readable =>
  Readable.from(passOn(source, onDigest), { objectMode: false });
