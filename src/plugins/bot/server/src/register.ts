import type { Core } from '@strapi/strapi';

import { addToType, type AddedToType } from './core/additions/add-to-type';
import { additionsOf } from './core/additions/additions-of';
import { writeList } from './core/additions/list';
import { moveToPrefix } from './core/additions/move-to-prefix';
import { renameColumns } from './core/additions/rename-columns';
import { refuseNewerDatabase } from './core/additions/refuse-newer';
import { botConfig } from './core/config';
import { FILE_UID } from './core/constants';
import { FILE_ADDITIONS } from './features/materials/type-rule/attribute';
import { ruleNames } from './features/materials/type-rule/sql';
import { isFastPathUsed } from './features/fast-path/fence';
import { createFastPath } from './features/fast-path/middleware';
import { deferContinue } from './core/http/bodies/expect-continue';
import { ignoreGoneClients } from './core/http/connections/aborted-requests';
import { limitConnectionTime } from './core/http/connections/time-limits';
import { answerUnparsedRequests } from './core/http/connections/unparsed-request';
import { answerDatabaseErrors } from './core/http/errors/database-errors';
import { createProtocolChain } from './core/http/protocol-chain';
import { bypassStrapiMiddlewares } from './core/http/strapi-bypass';
import { becomeInert } from './core/inert';
import { getMaterialPreparationService } from './features/materials/preparation';
import { serveStoredFilesSafely } from './features/materials/stored-files/safe-headers';
import { announceEditorsBytes } from './features/materials/upload-intents';
import { createMediaCascade } from './features/publications/cascade/media-cascade';
import { createPublicationChanges } from './features/publications/changes/middleware';
import { assertPublicationType } from './features/publications/content-type/check';
import { fieldColumns } from './features/publications/content-type/columns';
import { tellPanel } from './features/publications/content-type/panel-metadata';
import { createPublicationDetails } from './features/publications/details/middleware';
import { createLoadedVersionRule } from './features/publications/document-middlewares/loaded-version';
import { createTitleRule } from './features/publications/document-middlewares/title';
import { createWriteTransaction } from './features/publications/document-middlewares/write-transaction';
import { extendPublicationList } from './features/publications/panel/list';
import { createListByStatus } from './features/large-sites/by-status';
import { createIndexOrder } from './features/large-sites/index-order';
import { createPanelCount } from './features/large-sites/panel-count';
import { guardBulkDelete } from './features/publications/uses/library-guard';
import { followReplacedFile } from './features/publications/references/replaced-file';
import { createSearchByIndex } from './features/large-sites/search/middleware';
import { createSlugBeforePublish } from './features/publications/slug/before-publish';
import { createFormerAddresses } from './features/former-addresses/middleware';
import { createSlugRule } from './features/publications/slug/middleware';
import { publicationAdditions } from './features/publications/status/columns';
import { createPublicationStatus } from './features/publications/status/middleware';
import { surviveLostConnection } from './core/strapi/connections/lost-connection';
import { failWithNewConnections } from './core/strapi/connections/new-connections';
import { endReadOnlySessions } from './core/strapi/connections/read-only-sessions';
import { limitDatabaseTime } from './core/strapi/connections/time-limits';
import { keepTimesInUtc } from './core/strapi/connections/utc';
import { waitWhileLoading } from './core/strapi/connections/wait-while-loading';
import { takeErrorsOfCommitCallbacks } from './core/strapi/database/commit-callbacks';
import { noteDatabaseErrors } from './core/strapi/database/errors';
import { waitForSqliteLock } from './core/strapi/database/sqlite-lock';
import { makeTransactionsTruthful } from './core/strapi/database/transactions';
import { letValidationsFail } from './core/strapi/failing-validations';
import { hideFromGraphql } from './core/strapi/graphql';
import { keepOutOfCaches } from './core/strapi/http/strapi-cache';
import { refuseSavesOfTheGone } from './core/strapi/panel/saves-of-missing-entries';
import { getProbeService } from './core/strapi/probes';
import { registerInnermost } from './core/strapi/register-innermost';
import { prepareEditorsUploads } from './core/strapi/uploads/editors-uploads';
import { onReplacedFile } from './core/strapi/uploads/replaced-files';
import { createVersions } from './features/versions/middleware';

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
  await getProbeService(strapi).assertThere();
  const { contentType, attributes } = botConfig(strapi);
  assertPublicationType(strapi);
  const added = addedToTypes(strapi);
  added.forEach((one) => addToType(strapi, one));
  tellPanel(strapi.contentTypes[contentType], attributes);

  await prepareDatabase(strapi);
  const additions = additionsOf(strapi, added);
  await refuseNewerDatabase(strapi, additions);
  await moveToPrefix(strapi);
  await renameColumns(strapi);
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
