import type { EntityTags } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { defineEvent, defineQuestion } from '../../core/hooks';
import { protocolError } from '../../core/protocol/errors';
import { isMatchedBy } from '../../core/protocol/headers/entity-tags';

import { readPublication } from './reader';

/** The bot is about to write a publication without saying, by `If-Match`, which state of it it has seen. */
export const beforeUncheckedWrite = defineEvent<string>();

/** Whether the bot may not undo, unasked, what an editor has done. */
export const areEditorsProtected = defineQuestion<void, boolean>(() => false);

/**
 * Refuses a command if the publication is not as the client has seen it (RFC 9110, section 13.1.1). Call it
 * under the lock of the document.
 * @throws `publication-not-found`, `precondition-failed` with the current tag and record
 */
export const requireMatch = async (
  strapi: Core.Strapi,
  id: string,
  ifMatch: EntityTags | undefined
): Promise<void> => {
  if (ifMatch === undefined) {
    return beforeUncheckedWrite.tell(strapi, id);
  }
  const { etag, publication } = await readPublication(strapi, id);
  if (!isMatchedBy(ifMatch, etag)) {
    throw protocolError('precondition-failed', {
      details: { etag, publication },
      headers: { ETag: etag },
    });
  }
};
