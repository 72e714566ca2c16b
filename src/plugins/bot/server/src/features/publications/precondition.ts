import type { EntityTags } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { findEditorsWord } from '../changes';
import { getSwitchesService } from '../../core/http';
import { protocolError } from '../../core/protocol/errors';
import { isMatchedBy } from '../../core/protocol/headers/entity-tags';

import { getPublicationReaderService } from './reader';

/** @throws `changed-by-editor` if a person has changed the publication since the bot's last write */
const leaveToEditors = async (strapi: Core.Strapi, id: string): Promise<void> => {
  const word = await findEditorsWord(strapi, id);
  if (word !== undefined) {
    throw protocolError('changed-by-editor', {
      message: `An editor has changed the publication at ${word.at.toISOString()}; with If-Match it can be done`,
      details: { changedAt: word.at.toISOString(), changedBy: word.name },
    });
  }
};

/**
 * Lets a command go on only if its publication is as the client has seen it (RFC 9110, section
 * 13.1.1). To be called under the lock of its document, so that nobody changes it meanwhile.
 * @param ifMatch undefined if the client does not ask; where the site protects its editors, nothing
 *   is done then to what one of them has changed
 * @throws `publication-not-found`, `changed-by-editor`, `precondition-failed` with the tag and the record as they are
 */
export const requireMatch = async (
  strapi: Core.Strapi,
  id: string,
  ifMatch: EntityTags | undefined
): Promise<void> => {
  if (ifMatch === undefined) {
    return getSwitchesService(strapi).protectsEditors() ? leaveToEditors(strapi, id) : undefined;
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
