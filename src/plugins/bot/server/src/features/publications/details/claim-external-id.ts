import type { Core } from '@strapi/strapi';

import { isTakenValue } from '../../../core/database/faults';
import { protocolError } from '../../../core/protocol/errors';

import { getPublicationDetailService } from './details';

type ExternalId = string | null | undefined;

/** The id of another publication with this external id; undefined if there is none. */
export const findOtherOwner = async (
  strapi: Core.Strapi,
  externalId: ExternalId,
  documentId: string | undefined
): Promise<string | undefined> => {
  if (externalId == null) return undefined;
  const details = getPublicationDetailService(strapi);
  const find = async (): Promise<string | undefined> => {
    const id = await details.findIdByExternalId(externalId);
    return id === documentId ? undefined : id;
  };
  const owner = await find();
  if (owner === undefined) return undefined;
  // The other publication may have been deleted with SQL, so its details are removed first.
  await details.deleteOrphan(owner);
  return find();
};

/** Rejects the external id of another publication before a write. @throws `external-id-taken` with its id */
export const claimExternalId = async (
  strapi: Core.Strapi,
  externalId: ExternalId,
  documentId?: string
): Promise<void> => {
  const id = await findOtherOwner(strapi, externalId, documentId);
  if (id !== undefined) throw protocolError('external-id-taken', { details: { id } });
};

/**
 * Runs `write`, which sets an external id in its own transaction. If two writes set the same id at the same time, the
 * database rejects one, and its error is converted after the rollback.
 * @throws `external-id-taken`, and the errors of `write`
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
