import type { EntityTags } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { defineEvent, defineQuestion } from '../../core/hooks';
import { protocolError } from '../../core/protocol/errors';
import { isMatchedBy } from '../../core/protocol/headers/entity-tags';

import { readPublication } from './reader';

/** A write without `If-Match`. */
export interface UncheckedWrite {
  /** Document id of the publication. */
  id: string;
  /** Whether the request asks to be rejected if an editor has changed the publication. */
  protectEditors: boolean;
}

/** Emitted before the bot writes a publication without `If-Match`. Handlers may reject the write. */
export const beforeUncheckedWrite = defineEvent<UncheckedWrite>();

/** Whether changes of editors are protected from the bot's writes by default. */
export const areEditorsProtected = defineQuestion<void, boolean>(() => false);

/** Conditions of a request on the current state of the publication. */
export interface Conditions {
  ifMatch?: EntityTags;
  protectEditors?: boolean;
}

/**
 * Rejects a request if the publication does not match its conditions (RFC 9110, section 13.1.1). Call it under the lock
 * of the document.
 * @throws `publication-not-found`, `precondition-failed` with the current tag and publication
 */
export const requireMatch = async (
  strapi: Core.Strapi,
  id: string,
  { ifMatch, protectEditors = false }: Conditions
): Promise<void> => {
  if (ifMatch === undefined) return beforeUncheckedWrite.emit(strapi, { id, protectEditors });
  const { etag, publication } = await readPublication(strapi, id);
  if (!isMatchedBy(ifMatch, etag)) {
    throw protocolError('precondition-failed', {
      details: { etag, publication },
      headers: { ETag: etag },
    });
  }
};
