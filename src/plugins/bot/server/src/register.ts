import type { Core, Schema } from '@strapi/strapi';

import { botConfig } from './config';
import { FILE_UID } from './constants';
import { extendFileType } from './database/file-type-rule/attribute';
import { waitForDatabase } from './database/wait-for-database';
import { isFastPathUsed } from './fast-path/fence';
import { createFastPath } from './fast-path/middleware';
import { deferContinue } from './http/bodies/expect-continue';
import { ignoreGoneClients } from './http/connections/gone-clients';
import { limitConnectionTime } from './http/connections/time-limits';
import { answerUnparsedRequests } from './http/connections/unparsed-request';
import { answerDatabaseErrors } from './http/errors/database-errors';
import { createProtocolChain } from './http/protocol-chain';
import { bypassStrapiMiddlewares } from './http/strapi-bypass';
import { becomeInert } from './inert';
import { getMaterialPreparationService } from './materials/preparation';
import { serveStoredFilesSafely } from './materials/stored-files/safe-headers';
import { announceEditorsBytes } from './materials/unowned-bytes';
import { createMediaCascade } from './publications/cascade/media-cascade';
import { createPublicationChanges } from './publications/changes/middleware';
import { assertPublicationType } from './publications/content-type/check';
import { fieldColumns } from './publications/content-type/columns';
import { tellPanel } from './publications/content-type/told-to-panel';
import { createPublicationDetails } from './publications/details/middleware';
import { createTitleLength } from './publications/document-middlewares/title-length';
import { createWriteTransaction } from './publications/document-middlewares/write-transaction';
import { extendPublicationList } from './publications/panel/list';
import { createListByStatus } from './publications/long-lists/by-status';
import { createIndexOrder } from './publications/long-lists/index-order';
import { createPanelCount } from './publications/long-lists/panel-count';
import { guardBulkDelete } from './publications/uses/library-guard';
import { followReplacedFile } from './publications/references/replaced-file';
import { createSearchByIndex } from './publications/search/middleware';
import { createSlugBeforePublish } from './publications/slug/before-publish';
import { createFormerAddresses } from './publications/former-addresses/middleware';
import { createSlugRule } from './publications/slug/middleware';
import { extendPublicationType } from './publications/status/columns';
import { createPublicationStatus } from './publications/status/middleware';
import { takeErrorsOfCommitCallbacks } from './strapi/database/commit-callbacks';
import { noteDatabaseErrors } from './strapi/database/errors';
import { takeLoadingLock } from './strapi/database/loading-lock';
import { surviveLostConnection } from './strapi/database/lost-connection';
import { failWithNewConnections } from './strapi/database/new-connections';
import { waitForSqliteLock } from './strapi/database/sqlite-lock';
import { limitDatabaseTime } from './strapi/database/time-limits';
import { makeTransactionsTruthful } from './strapi/database/transactions';
import { letValidationsFail } from './strapi/failing-validations';
import { hideFromGraphql } from './strapi/graphql';
import { refuseSavesOfTheGone } from './strapi/panel/saves-of-the-gone';
import { registerInnermost } from './strapi/register-innermost';
import { prepareEditorsUploads } from './strapi/uploads/editors-uploads';
import { onReplacedFile } from './strapi/uploads/replaced-files';
import { createVersions } from './versions/middleware';

/** Makes the site's database, its panel's writes included, as reliable as the protocol promises. */
const prepareDatabase = async (strapi: Core.Strapi): Promise<void> => {
  const { limits } = botConfig(strapi);
  makeTransactionsTruthful(strapi);
  takeErrorsOfCommitCallbacks(strapi);
  waitForSqliteLock(strapi);
  noteDatabaseErrors(strapi);
  surviveLostConnection(strapi);
  letValidationsFail();
  limitDatabaseTime(strapi, limits.databaseSeconds);
  failWithNewConnections(strapi);
  await waitForDatabase(strapi, limits.databaseStartSeconds);
  await takeLoadingLock(strapi);
};

const register = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
  if (becomeInert(strapi)) {
    return;
  }
  const { contentType, attributes } = botConfig(strapi);
  assertPublicationType(strapi);
  await prepareDatabase(strapi);

  const contentTypes = strapi.get('content-types');
  contentTypes.extend(FILE_UID, extendFileType);
  const columns = fieldColumns(strapi);
  contentTypes.extend(contentType, (type: Schema.ContentType) => {
    extendPublicationType(type, columns, {
      isPostgres: strapi.db.dialect.client === 'postgres',
      isTitleShort:
        (type.attributes as Record<string, { type: string }>)[attributes.title]?.type === 'string',
    });
    tellPanel(type, attributes);
  });

  hideFromGraphql(strapi);
  prepareEditorsUploads(strapi, {
    prepare: (received) => getMaterialPreparationService(strapi).prepare(received),
    announce: (objects) => announceEditorsBytes(strapi, objects),
  });
  answerDatabaseErrors(strapi);
  onReplacedFile(strapi, (old, replaced) => followReplacedFile(strapi, old, replaced));
  guardBulkDelete(strapi);
  extendPublicationList(strapi);
  refuseSavesOfTheGone(strapi);
  bypassStrapiMiddlewares(strapi);
  strapi.server.use(createProtocolChain(strapi));
  strapi.server.use(serveStoredFilesSafely(strapi));
  limitConnectionTime(strapi);
  deferContinue(strapi.server.httpServer);
  answerUnparsedRequests(strapi);
  ignoreGoneClients(strapi);

  // Behind what adds the panel's own filters.
  strapi.documents.use(createPanelCount(strapi));
  strapi.documents.use(createListByStatus(strapi));
  strapi.documents.use(createIndexOrder(strapi));
  strapi.documents.use(createSearchByIndex(strapi));
  // The lifecycle hooks of publications. The first one wraps the others: what they do happens in
  // its transaction. The second one writes down what became of all of them.
  strapi.documents.use(createWriteTransaction(strapi));
  strapi.documents.use(createPublicationChanges(strapi));
  strapi.documents.use(createTitleLength(strapi));
  strapi.documents.use(createSlugRule(strapi));
  strapi.documents.use(createPublicationStatus(strapi));
  strapi.documents.use(createPublicationDetails(strapi));
  strapi.documents.use(createFormerAddresses(strapi));
  // Behind what knows whether there is a public version, and before what takes media away.
  strapi.documents.use(createVersions(strapi));
  strapi.documents.use(createMediaCascade(strapi));
  if (isFastPathUsed(strapi)) {
    registerInnermost(strapi, () => createFastPath(strapi));
  }
  registerInnermost(strapi, () => createSlugBeforePublish(strapi));
};

export default register;
