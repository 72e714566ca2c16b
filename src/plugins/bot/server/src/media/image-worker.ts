import { readFile } from 'node:fs/promises';

import { codeOf, type ErrorCode } from '../protocol/errors';

import { makeImageVariants, type ImageOptions, type ImageVariants } from './image';

/** What is asked of a worker thread. */
export interface ImageTask {
  /** The bytes of an image, or the path of a file that has them. */
  image: Uint8Array | string;
  mime: string;
  options: ImageOptions;
}

/** What it answers; an error of the protocol would lose its code on the way between threads. */
export type ImageOutcome =
  | { variants: ImageVariants | undefined }
  | { refusal: { code: ErrorCode; message: string; details: Record<string, unknown> } };

/** Makes a Buffer of what one becomes between threads: the plain array of bytes in it. */
export const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/**
 * The whole program of a worker thread: does `makeImageVariants`.
 * @throws what is no error of the protocol
 */
const makeVariants = async ({ image, mime, options }: ImageTask): Promise<ImageOutcome> => {
  try {
    const bytes = typeof image === 'string' ? await readFile(image) : toBuffer(image);
    return { variants: await makeImageVariants(bytes, mime, options) };
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) {
      throw error;
    }
    const { message, details } = error as Error & { details: Record<string, unknown> };
    return { refusal: { code, message, details } };
  }
};

export default makeVariants;
