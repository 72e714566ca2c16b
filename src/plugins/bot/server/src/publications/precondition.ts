import type { Core } from '@strapi/strapi';

import { protocolError } from '../protocol/errors';
import { isMatchedBy, type EntityTags } from '../protocol/headers/entity-tags';

import { getPublicationReaderService } from './reader';

/**
 * Lets a command go on only if its publication is as the client has seen it (RFC 9110, section
 * 13.1.1). To be called under the lock of its document, so that nobody changes it meanwhile.
 * @param ifMatch undefined if the client does not ask
 * @throws `publication-not-found`, `precondition-failed` with the tag and the record as they are
 */
export const requireMatch = async (
  strapi: Core.Strapi,
  id: string,
  ifMatch: EntityTags | undefined
): Promise<void> => {
  if (ifMatch === undefined) {
    return;
  }
  const found = await getPublicationReaderService(strapi).findOne(id);
  if (found === undefined) {
    throw protocolError('publication-not-found');
  }
  const { etag, publication } = found;
  if (!isMatchedBy(ifMatch, etag)) {
    throw protocolError('precondition-failed', {
      details: { etag, publication },
      headers: { ETag: etag },
    });
  }
};
