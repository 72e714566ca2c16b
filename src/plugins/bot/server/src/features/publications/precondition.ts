import type { EntityTags } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { defineEvent, defineQuestion } from '../../core/hooks';
import { protocolError } from '../../core/protocol/errors';
import { isMatchedBy } from '../../core/protocol/headers/entity-tags';

import { readPublication } from './reader';

/** A write without `If-Match`. */
export interface UncheckedWrite {
  /** The document id of the publication. */
  id: string;
  /** Whether the request itself asks to be refused if an editor has changed the publication. */
  protectEditors: boolean;
}

/** Told before the bot writes a publication without `If-Match`. */
export const beforeUncheckedWrite = defineEvent<UncheckedWrite>();

/** Whether the bot may not undo, unasked, what an editor has done. */
export const areEditorsProtected = defineQuestion<void, boolean>(() => false);

/** Conditions of a client on the publication that it is about to write. */
export interface Conditions {
  ifMatch?: EntityTags;
  protectEditors?: boolean;
}

/**
 * Refuses a command if the publication is not as the client has seen it (RFC 9110, section 13.1.1). Call it
 * under the lock of the document.
 * @throws `publication-not-found`, `precondition-failed` with the current tag and record
 */
export const requireMatch = async (
  strapi: Core.Strapi,
  id: string,
  { ifMatch, protectEditors = false }: Conditions
): Promise<void> => {
  if (ifMatch === undefined) {
    return beforeUncheckedWrite.tell(strapi, { id, protectEditors });
  }
  const { etag, publication } = await readPublication(strapi, id);
  if (!isMatchedBy(ifMatch, etag)) {
    throw protocolError('precondition-failed', {
      details: { etag, publication },
      headers: { ETag: etag },
    });
  }
};
