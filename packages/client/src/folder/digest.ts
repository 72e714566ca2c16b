import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** Computes the SHA-256 of a file, in lower-case hexadecimal digits. */
export const digestOf = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
};
