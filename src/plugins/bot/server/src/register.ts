import type { Core } from '@strapi/strapi';

import { addToType, type AddedToType } from './additions/add-to-type';
import { additionsOf } from './additions/additions-of';
import { writeList } from './additions/list';
import { moveToPrefix } from './additions/move-to-prefix';
import { refuseNewerDatabase } from './additions/refuse-newer';
import { botConfig } from './config';
import { FILE_UID } from './constants';
import { FILE_ADDITIONS } from './database/file-type-rule/attribute';
import { ruleNames } from './database/file-type-rule/sql';
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
import { createLoadedVersionRule } from './publications/document-middlewares/loaded-version';
import { createTitleRule } from './publications/document-middlewares/title';
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
import { publicationAdditions } from './publications/status/columns';
import { createPublicationStatus } from './publications/status/middleware';
import { surviveLostConnection } from './strapi/connections/lost-connection';
import { failWithNewConnections } from './strapi/connections/new-connections';
import { endReadOnlySessions } from './strapi/connections/read-only-sessions';
import { limitDatabaseTime } from './strapi/connections/time-limits';
import { keepTimesInUtc } from './strapi/connections/utc';
import { waitWhileLoading } from './strapi/connections/wait-while-loading';
import { takeErrorsOfCommitCallbacks } from './strapi/database/commit-callbacks';
import { noteDatabaseErrors } from './strapi/database/errors';
import { waitForSqliteLock } from './strapi/database/sqlite-lock';
import { makeTransactionsTruthful } from './strapi/database/transactions';
import { letValidationsFail } from './strapi/failing-validations';
import { hideFromGraphql } from './strapi/graphql';
import { keepOutOfCaches } from './strapi/http/strapi-cache';
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
  keepTimesInUtc(strapi);
  failWithNewConnections(strapi);
  endReadOnlySessions(strapi);
  await waitWhileLoading(strapi, limits.databaseStartSeconds);
};

const addedToTypes = (strapi: Core.Strapi): AddedToType[] => {
  const { contentType, attributes } = botConfig(strapi);
  const { client } = strapi.db.dialect;
  const type = strapi.contentTypes[contentType];
  const { type: titleType } = type.attributes[attributes.title as never] as { type: string };
  const publications = publicationAdditions(type, fieldColumns(strapi), {
    isPostgres: client === 'postgres',
    isTitleShort: titleType === 'string',
  });
  return [
    { uid: FILE_UID, ...FILE_ADDITIONS, rules: ruleNames(client) },
    { uid: contentType, ...publications, rules: [] },
  ];
};

const register = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
  if (becomeInert(strapi)) {
    return;
  }
  const { contentType, attributes } = botConfig(strapi);
  assertPublicationType(strapi);
  const added = addedToTypes(strapi);
  added.forEach((one) => addToType(strapi, one));
  tellPanel(strapi.contentTypes[contentType], attributes);

  await prepareDatabase(strapi);
  const additions = additionsOf(strapi, added);
  await refuseNewerDatabase(strapi, additions);
  await moveToPrefix(strapi);
  await writeList(strapi, additions);

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
  keepOutOfCaches(strapi);
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
  // its transaction. The third one writes down what became of all of them.
  strapi.documents.use(createWriteTransaction(strapi));
  strapi.documents.use(createLoadedVersionRule(strapi));
  strapi.documents.use(createPublicationChanges(strapi));
  strapi.documents.use(createTitleRule(strapi));
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
