import { uploadMetadata } from '@fleet-bot/protocol';

import { createValidator } from '../../core/protocol/validate';
import type { NewMaterial } from '../materials';

/** What `Upload-Metadata` says, decoded; null for a name without a value. */
export type UploadMetadata = Record<string, string | null>;

/** What is said of a file. */
export type SaidOfFile = Omit<NewMaterial, 'bytes' | 'signal'>;

const validate = createValidator(uploadMetadata);

/**
 * Reads what is said of a file: the text parts of a form, and what clients of tus say by custom,
 * `filename` and `filetype`.
 * @throws `invalid-request` naming each that is wrong or not known
 */
export const readMetadata = (metadata: UploadMetadata = {}): SaidOfFile => {
  const said = Object.entries(metadata).map(([name, text]) => [name, text ?? '']);
  const { filename, filetype: _notBelieved, ...texts } = validate(Object.fromEntries(said));
  return { ...texts, fileName: filename };
};
