import { protocolError } from '../../core/protocol/errors';
import { fieldsInvalid } from '../../core/protocol/validate';

export const TUS_VERSION = '1.0.0';

const PART_TYPE = 'application/offset+octet-stream';

/**
 * Request headers of unsupported tus extensions, each with the reason in the error message. Without the error, the
 * client would miss their effect.
 */
const OF_OTHER_EXTENSIONS = {
  'Upload-Checksum': 'sha256 in Upload-Metadata is the digest of the whole file',
  'Upload-Concat': 'a file is sent in parts one after the other, not side by side',
};

/**
 * Rejects requests that tus 1.0.0 forbids, but that its library accepts or answers as a server error.
 * @throws `tus-version-not-supported`, `invalid-request`, `media-type-not-supported`
 */
export const assertTusRequest = ({ method, headers }: Request): void => {
  if (method === 'OPTIONS') return;
  if (headers.get('Tus-Resumable') !== TUS_VERSION) {
    throw protocolError('tus-version-not-supported', { headers: { 'Tus-Version': TUS_VERSION } });
  }
  const errors = Object.entries(OF_OTHER_EXTENSIONS)
    .filter(([name]) => headers.has(name))
    .map(([name, instead]) => ({ path: [name], message: `${name} is not supported: ${instead}` }));
  if (errors.length > 0) throw fieldsInvalid(errors);
  if (method === 'PATCH' && headers.get('Content-Type') !== PART_TYPE) {
    throw protocolError('media-type-not-supported', { message: `The body must be ${PART_TYPE}` });
  }
};
