import type { Core } from '@strapi/strapi';

import { isTakenValue } from '../../../core/database/constraint-violations';
import { protocolError } from '../../../core/protocol/errors';

import { getPublicationDetailService } from './details';

type ExternalId = string | null | undefined;

/** The publication that has an external id, if it is not this one. */
export const findOtherOwner = async (
  strapi: Core.Strapi,
  externalId: ExternalId,
  documentId: string | undefined
): Promise<string | undefined> => {
  if (externalId == null) {
    return undefined;
  }
  const details = getPublicationDetailService(strapi);
  const find = async (): Promise<string | undefined> => {
    const id = await details.findIdByExternalId(externalId);
    return id === documentId ? undefined : id;
  };
  const owner = await find();
  if (owner === undefined) {
    return undefined;
  }
  // Somebody may have deleted the other one with SQL.
  await details.forgetGone(owner);
  return find();
};

/** Refuses an external id of another publication, before anything is written. @throws `external-id-taken` with its id */
export const claimExternalId = async (
  strapi: Core.Strapi,
  externalId: ExternalId,
  documentId?: string
): Promise<void> => {
  const id = await findOtherOwner(strapi, externalId, documentId);
  if (id !== undefined) {
    throw protocolError('external-id-taken', { details: { id } });
  }
};

/**
 * Runs a write that gives an external id, outside of its transaction. If two come at once, the database
 * refuses one, which is answered as if it came later.
 * @throws `external-id-taken`, and whatever `write` throws
 */
export const withExternalId = async <Result>(
  strapi: Core.Strapi,
  externalId: ExternalId,
  documentId: string | undefined,
  write: () => Promise<Result>
): Promise<Result> => {
  try {
    return await write();
  } catch (error) {
    if (isTakenValue(error)) {
      await claimExternalId(strapi, externalId, documentId);
    }
    throw error;
  }
};
