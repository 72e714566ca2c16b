import { protocolError } from '../../protocol/errors';

const DOCUMENT_ID = /^[a-z0-9]{1,64}$/i;

/**
 * Reads the `:id` of a path. What cannot be an id is the id of no publication.
 * @throws `publication-not-found`
 */
export const validatePublicationId = (id: string | undefined): string => {
  if (id === undefined || !DOCUMENT_ID.test(id)) {
    throw protocolError('publication-not-found');
  }
  return id;
};
