import { binary, jpeg, pdf, type TestFile } from '../support/files';

/** A file to upload, and whether the site must keep its bytes unchanged. */
export interface Sample extends TestFile {
  extension: string;
  isKept: boolean;
}

/** Makes files of several kinds and sizes: images are slow to process, large files are slow to store. */
export const makeSamples = async (): Promise<Sample[]> => [
  { ...(await jpeg({ width: 320, height: 240 }, 'a', 1)), extension: 'jpg', isKept: false },
  { ...(await jpeg({ width: 1200, height: 900 }, 'b', 2)), extension: 'jpg', isKept: false },
  { ...pdf('c', 2_000), extension: 'pdf', isKept: true },
  { ...pdf('d', 3_000_000), extension: 'pdf', isKept: true },
  { ...binary(700, 'e'), extension: 'bin', isKept: true },
];
