import { documentId, type ErrorCode } from '@fleet-bot/protocol';

import { protocolError } from './errors';

/** Makes the reader of the `:id` of a path. What cannot be an id is the id of none. */
const createIdValidator =
  (notFound: ErrorCode) =>
  (id: string | undefined): string => {
    const { success, data } = documentId.safeParse(id);
    if (!success) {
      throw protocolError(notFound);
    }
    return data;
  };

/** @throws `publication-not-found` */
export const validatePublicationId = createIdValidator('publication-not-found');

/** @throws `material-not-found` */
export const validateMaterialId = createIdValidator('material-not-found');
