import { validateTextFields } from '../materials/schema';
import type { NewMaterial } from '../materials/writer';

/** What `Upload-Metadata` says, decoded; null for a name without a value. */
export type UploadMetadata = Record<string, string | null>;

/** What is said of a file. */
export type SaidOfFile = Omit<NewMaterial, 'bytes' | 'signal'>;

/**
 * Reads what is said of a file: the text parts of a form, and what clients of tus say by custom,
 * `filename` and `filetype`. The type comes from the bytes, whatever is said of it.
 * @throws `invalid-request` naming each that is wrong or not known
 */
export const readMetadata = (metadata: UploadMetadata = {}): SaidOfFile => {
  const { filename, filetype: _notBelieved, ...texts } = metadata;
  const said = Object.entries(texts).map(([name, text]) => [name, text ?? '']);
  return { ...validateTextFields(Object.fromEntries(said)), fileName: filename ?? '' };
};
