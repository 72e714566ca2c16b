import type { Core } from '@strapi/strapi';

import { moveSettings } from './core/additions/move-settings';
import { getTemporaryDirectoryService } from './core/bytes/temporary-directory';
import { getChangePruningService } from './features/changes/feed/prune';
import { getWebhookWorkerService } from './features/webhooks/worker';
import { botConfig } from './core/config';
import { FILE_UID, PERMISSIONS, PLUGIN_ID } from './core/constants';
import { applyFileTypeRule } from './features/materials/type-rule/apply';
import { tellSqliteWhatIsAlike } from './features/large-sites/sqlite-statistics/apply';
import { getIdempotencyService } from './core/http/idempotency/idempotency';
import { getRateLimitService } from './core/http/limits/rate-limit';
import { getRequestStatisticsService } from './core/http/statistics/statistics';
import { getSwitchesService } from './core/http/switches/switches';
import { warnOfUnservedAddress } from './features/publications/content-type/unserved-address';
import { getIndexNowService } from './features/index-now';
import { isInert } from './core/inert';
import { getMaterialFolderService } from './features/materials/folder';
import { endLeaseOnAdoption } from './features/leases/adopt';
import { getMaterialLeaseService } from './features/leases/lease';
import { recordMaterials } from './features/materials/library/changes';
import { completeFilesOnWrite } from './features/materials/library/complete-on-write';
import { getResumableUploadService } from './features/resumable/resumable';
import { assertSiteTypes } from './features/materials/site-types';
import { isUniqueStorageName, newStorageNameFor } from './core/storage/file-name';
import { setObjectHeaders } from './features/materials/stored-files/object-headers';
import { createStoredFileServer } from './features/materials/stored-files/server';
import { cascadePastDocuments } from './features/publications/cascade/deletes-that-bypass-documents';
import { recordPastDocuments } from './features/publications/changes/writes-that-bypass-documents';
import {
  assertPublicationType,
  warnOfRequiredAttributes,
} from './features/publications/content-type/check';
import { getPublicationDetailService } from './features/publications/details/details';
import { countTitleInCharacters } from './features/publications/document-middlewares/title-limit';
import { keepTitleKeys } from './features/publications/filters/keep-title-keys';
import { guardFiles } from './features/publications/uses/library-guard';
import { referOnWrite } from './features/publications/references/on-write';
import { getFileReferenceScanService } from './features/publications/references/scan';
import { getRepairService } from './features/publications/repair';
import { getSearchIndexService } from './features/large-sites/search/indexer';
import { proposeSlugsInPanel } from './features/publications/slug/panel';
import { keepMaker } from './features/publications/status/made-by';
import { getPublicationStatusService } from './features/publications/status/status';
import { markAfterDeleteMany } from './features/publications/status/mark-after-delete-many';
import { reviseOnWrite } from './features/publications/status/revision';
import { getTrashService } from './features/trash/trash';
import { getRemovalWorkerService } from './features/removals/worker';
import { getScheduleWorkerService } from './features/schedule/worker';
import { getProbeService } from './core/strapi/probes';
import { writeWhole } from './core/strapi/database/transactional-writes';
import { renameReplacedFiles } from './core/strapi/uploads/replaced-files';
import { getVersionService } from './features/versions/versions';

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
  await getProbeService(strapi).assertWorking();
  await applyFileTypeRule(strapi);
  await tellSqliteWhatIsAlike(strapi);
  await getRepairService(strapi).fillIn();
  await getFileReferenceScanService(strapi).readNew();
  await getMaterialFolderService(strapi).get();
  await getRateLimitService(strapi).start();
  await getSwitchesService(strapi).start();
  getRequestStatisticsService(strapi).start();
  getIdempotencyService(strapi).start();
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
    await getTrashService(strapi).takeInEarlier();
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
    getScheduleWorkerService(strapi).start();
    getMaterialLeaseService(strapi).start();
    getSearchIndexService(strapi).start();
    getRepairService(strapi).start();
    await getWebhookWorkerService(strapi).start();
    await getIndexNowService(strapi).start();
  }
};

export default bootstrap;
