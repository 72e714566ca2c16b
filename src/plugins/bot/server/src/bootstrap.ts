import type { Core } from '@strapi/strapi';

import { moveSettings } from './additions/move-settings';
import { getTemporaryDirectoryService } from './bytes/temporary-directory';
import { getChangePruningService } from './changes/feed/prune';
import { getWebhookWorkerService } from './changes/webhooks/worker';
import { botConfig } from './config';
import { FILE_UID, PERMISSIONS, PLUGIN_ID } from './constants';
import { applyFileTypeRule } from './database/file-type-rule/apply';
import { tellSqliteWhatIsAlike } from './database/sqlite-statistics/apply';
import { getIdempotencyService } from './http/idempotency/idempotency';
import { getRateLimitService } from './http/limits/rate-limit';
import { getRequestStatisticsService } from './http/statistics/statistics';
import { getSwitchesService } from './http/switches/switches';
import { warnOfUnservedAddress } from './publications/content-type/unserved-address';
import { getIndexNowService } from './index-now';
import { isInert } from './inert';
import { getMaterialFolderService } from './materials/folder';
import { endLeaseOnAdoption } from './materials/lease/adopt';
import { getMaterialLeaseService } from './materials/lease/lease';
import { recordMaterials } from './materials/library/changes';
import { completeFilesOnWrite } from './materials/library/complete-on-write';
import { getResumableUploadService } from './materials/resumable/resumable';
import { assertSiteTypes } from './materials/site-types';
import { isUniqueStorageName, newStorageNameFor } from './materials/storage/file-name';
import { setObjectHeaders } from './materials/stored-files/object-headers';
import { createStoredFileServer } from './materials/stored-files/server';
import { cascadePastDocuments } from './publications/cascade/past-documents';
import { recordPastDocuments } from './publications/changes/past-documents';
import { assertPublicationType, warnOfRequiredAttributes } from './publications/content-type/check';
import { getPublicationDetailService } from './publications/details/details';
import { countTitleInCharacters } from './publications/document-middlewares/title-limit';
import { keepTitleKeys } from './publications/filters/keep-title-keys';
import { guardFiles } from './publications/uses/library-guard';
import { referOnWrite } from './publications/references/on-write';
import { getFileReferenceScanService } from './publications/references/scan';
import { getRepairService } from './publications/repair';
import { getSearchIndexService } from './publications/search/indexer';
import { proposeSlugsInPanel } from './publications/slug/panel';
import { keepMaker } from './publications/status/made-by';
import { getPublicationStatusService } from './publications/status/status';
import { markAfterDeleteMany } from './publications/status/mark-after-delete-many';
import { reviseOnWrite } from './publications/status/revision';
import { getTrashService } from './publications/trash/trash';
import { getRestoreClaimsService } from './removals/trash/restore-claims';
import { getTrashWorkerService } from './removals/trash/worker';
import { getRemovalWorkerService } from './removals/worker';
import { getScheduleWorkerService } from './schedule/worker';
import { writeWhole } from './strapi/database/whole-writes';
import { renameReplacedFiles } from './strapi/uploads/replaced-files';
import { getVersionService } from './versions/versions';

/** Every hour, a minute after it struck, when few others do the same. */
const HOURLY = '1 * * * *';

const hourly = (strapi: Core.Strapi, sweep: () => Promise<void>) => ({
  // A rejection that nobody takes would end the process; the next hour tries again.
  task: () => sweep().catch((error: unknown) => void strapi.log.warn(error)),
  options: { rule: HOURLY },
});

/** As the panel's page of a role shows it, among the plugins. */
const permission = (name: keyof typeof PERMISSIONS, displayName: string) => ({
  section: 'plugins',
  displayName,
  uid: PERMISSIONS[name].split('.')[1],
  pluginName: PLUGIN_ID,
});

const bootstrap = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
  if (isInert(strapi)) {
    return;
  }
  const { contentType, worker } = botConfig(strapi);

  await moveSettings(strapi);
  assertSiteTypes(strapi);
  assertPublicationType(strapi);
  warnOfRequiredAttributes(strapi);
  countTitleInCharacters(strapi);
  completeFilesOnWrite(strapi);
  endLeaseOnAdoption(strapi);
  reviseOnWrite(strapi, contentType);
  keepMaker(strapi, contentType);
  keepTitleKeys(strapi, contentType);
  markAfterDeleteMany(strapi, contentType);
  await setObjectHeaders(strapi);
  renameReplacedFiles(strapi, (hash) =>
    isUniqueStorageName(hash) ? newStorageNameFor(hash) : undefined
  );
  guardFiles(strapi);
  proposeSlugsInPanel(strapi);
  referOnWrite(strapi);
  // Behind what completes a row, so that it is written down as it stands.
  recordPastDocuments(strapi, contentType);
  cascadePastDocuments(strapi, contentType);
  recordMaterials(strapi);
  writeWhole(strapi, [contentType, FILE_UID]);
  // Here, and not in register(): behind the site's own middlewares, and before Strapi's routes.
  strapi.server.use(createStoredFileServer(strapi));
  await applyFileTypeRule(strapi);
  await tellSqliteWhatIsAlike(strapi);
  await getRepairService(strapi).fillIn();
  await getFileReferenceScanService(strapi).readNew();
  await getMaterialFolderService(strapi).get();
  await getRateLimitService(strapi).start();
  await getSwitchesService(strapi).start();
  getRequestStatisticsService(strapi).start();
  getIdempotencyService(strapi).start();
  getRestoreClaimsService(strapi).start();
  await getTemporaryDirectoryService(strapi).start();
  await strapi
    .service('admin::permission')
    .actionProvider.registerMany([
      permission('page', 'See the Bot page'),
      permission('materials', 'See, keep and delete files that nothing uses yet'),
      permission('removals', 'See and settle removals of files'),
      permission('trash', 'See, restore and delete for good what was deleted'),
      permission('switches', 'Pause the bot and protect what editors have changed'),
    ]);

  // On each instance, as each may have its own folder.
  strapi.cron.add({
    botResumableSweep: hourly(strapi, () => getResumableUploadService(strapi).sweep()),
  });
  if (worker) {
    await warnOfUnservedAddress(strapi);
    await getIdempotencyService(strapi).dropAbandonedClaims();
    await getTrashService(strapi).fillIn();
    strapi.cron.add({
      botChangeSweep: hourly(strapi, () => getChangePruningService(strapi).sweep()),
      botIdempotencySweep: hourly(strapi, () => getIdempotencyService(strapi).sweep()),
      botPublicationDetailSweep: hourly(strapi, () => getPublicationDetailService(strapi).sweep()),
      botMissingDraftSweep: hourly(strapi, () =>
        getPublicationStatusService(strapi).makeMissingDrafts()
      ),
      botTrashSweep: hourly(strapi, () => getTrashService(strapi).sweep()),
      botSearchSweep: hourly(strapi, () => getSearchIndexService(strapi).sweep()),
      botVersionSweep: hourly(strapi, () => getVersionService(strapi).sweep()),
      botFileReferenceSweep: hourly(strapi, () => getFileReferenceScanService(strapi).sweep()),
    });
    getRemovalWorkerService(strapi).start();
    getTrashWorkerService(strapi).start();
    getScheduleWorkerService(strapi).start();
    getMaterialLeaseService(strapi).start();
    getSearchIndexService(strapi).start();
    getRepairService(strapi).start();
    await getWebhookWorkerService(strapi).start();
    await getIndexNowService(strapi).start();
  }
};

export default bootstrap;
