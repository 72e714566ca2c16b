import { isDocumentId } from '../../../core/protocol/document-id';
import { protocolError } from '../../../core/protocol/errors';

/**
 * Reads the `:id` of a path. What cannot be an id is the id of no publication.
 * @throws `publication-not-found`
 */
export const validatePublicationId = (id: string | undefined): string => {
  if (!isDocumentId(id)) {
    throw protocolError('publication-not-found');
  }
  return id;
};
