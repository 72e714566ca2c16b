import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * The SHA-256 of all that a stream gives, as 64 hexadecimal digits in lower case.
 * @throws what the stream says
 */
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
 * The same stream.
 * @param onDigest told the SHA-256 of all of it when the last byte has passed
 */
export const withDigest = (source: Readable, onDigest: (sha256: string) => void): Readable =>
  Readable.from(passOn(source, onDigest), { objectMode: false });
