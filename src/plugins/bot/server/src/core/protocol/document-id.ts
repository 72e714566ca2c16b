import { documentId, type ErrorCode } from '@fleet-bot/protocol';

import { protocolError } from './errors';

/** Creates a validator for the `:id` in a path. An invalid ID is answered like an unknown one. */
const createIdValidator =
  (notFound: ErrorCode) =>
  (id: string | undefined): string => {
    const { success, data } = documentId.safeParse(id);
    if (!success) {
      throw protocolError(notFound);
    }
    return data;
  };

/** Validates the ID of a publication. @throws `publication-not-found` */
export const validatePublicationId = createIdValidator('publication-not-found');

/** Validates the ID of a material. @throws `material-not-found` */
export const validateMaterialId = createIdValidator('material-not-found');
