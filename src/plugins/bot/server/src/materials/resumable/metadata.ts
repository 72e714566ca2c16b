import type { NewMaterial } from '../writer';
import { validateTextFields } from '../schema';

/** What `Upload-Metadata` says, decoded. */
export type UploadMetadata = Record<string, string | null>;

const KNOWN = ['name', 'alternativeText', 'caption', 'sha256'];

/** What is said of a file. */
export type SaidOfFile = Omit<NewMaterial, 'bytes' | 'signal'>;

/**
 * Reads what is said of a file: `filename`, and the text parts of a form. Others are passed over, as
 * clients of tus add their own.
 * @throws `invalid-request` naming each that is wrong
 */
export const readMetadata = (metadata: UploadMetadata = {}): SaidOfFile => {
  const said = KNOWN.filter((key) => metadata[key] != null).map((key) => [key, metadata[key]]);
  return { ...validateTextFields(Object.fromEntries(said)), fileName: metadata.filename ?? '' };
};
