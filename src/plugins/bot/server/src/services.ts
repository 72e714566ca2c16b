import { createTemporaryDirectoryService } from './bytes/temporary-directory';
import { createChangeFeedService } from './changes/feed/feed';
import { createChangePruningService } from './changes/feed/prune';
import { createChangeSequenceService } from './changes/feed/sequence';
import { createNewsService } from './changes/news/news';
import { createChangeRecorderService } from './changes/recorder';
import { createWebhookOverviewService } from './changes/webhooks/overview';
import { createWebhookWorkerService } from './changes/webhooks/worker';
import { createDocumentWriter } from './fast-path/document-writer';
import { createEntryRepository } from './fast-path/entry-repository';
import { createGracefulShutdownService } from './http/connections/graceful-shutdown';
import { createHealthService } from './http/health/health';
import { createIdempotencyService } from './http/idempotency/idempotency';
import { createRateLimitService } from './http/limits/rate-limit';
import { createSiteService } from './http/site';
import { createRequestStatisticsService } from './http/statistics/statistics';
import { createSwitchesService } from './http/switches/switches';
import { createTokenService } from './http/token/token';
import { createIndexNowService } from './index-now/index-now';
import { createMaterialFolderService } from './materials/folder';
import { createMaterialLeaseService } from './materials/lease/lease';
import { createMaterialLibraryService } from './materials/library/library';
import { createMediaService } from './materials/media';
import { createMaterialPreparationService } from './materials/preparation';
import { createMaterialReaderService } from './materials/reader';
import { createResumableUploadService } from './materials/resumable/resumable';
import { createStorageAccessService } from './materials/storage/access';
import { createStorageService } from './materials/storage/storage';
import { createMaterialService } from './materials/writer';
import { createCascadeService } from './publications/cascade/cascade';
import { createPublicationDetailService } from './publications/details/details';
import { createMadeByService } from './publications/status/made-by';
import { createTitleKeyService } from './publications/filters/keep-title-keys';
import { createFormerAddressService } from './publications/former-addresses/former-addresses';
import { createWorkFileService } from './publications/panel/files';
import { createPreviewService } from './publications/preview/preview';
import { createPublicationReaderService } from './publications/reader';
import { createFileReferenceService } from './publications/references/references';
import { createFileReferenceScanService } from './publications/references/scan';
import { createFileUseService } from './publications/uses/file-uses';
import { createUsingWorksService } from './publications/uses/using-works';
import { createRepairService } from './publications/repair';
import { createSearchIndexService } from './publications/search/indexer';
import { createSlugService } from './publications/slug/slug';
import { createPublicationStatusService } from './publications/status/status';
import { createTrashService } from './publications/trash/trash';
import { createPublicationService } from './publications/writer';
import { createUnusedFileService } from './overview/files';
import { createReviewService } from './overview/review';
import { createStateService } from './overview/state';
import { createTimelineService } from './overview/timeline';
import { createRemovalQueueService } from './removals/queue';
import { createReconcilerService } from './removals/reconciler';
import { createStorageComparisonService } from './removals/storage-comparison';
import { createRestoreClaimsService } from './removals/trash/restore-claims';
import { createTrashedFileService } from './removals/trash/trashed-files';
import { createTrashWorkerService } from './removals/trash/worker';
import { createRemovalWorkerService } from './removals/worker';
import { createDueService } from './schedule/due';
import { createScheduleWorkerService } from './schedule/worker';
import { createEntryEventService } from './strapi/entry-events';
import { createMediaEventsService } from './strapi/media-events';
import { createVersionService } from './versions/versions';

export default {
  cascade: createCascadeService,
  changeFeed: createChangeFeedService,
  changePruning: createChangePruningService,
  changeRecorder: createChangeRecorderService,
  changeSequence: createChangeSequenceService,
  due: createDueService,
  entryEvents: createEntryEventService,
  fileReference: createFileReferenceService,
  fileReferenceScan: createFileReferenceScanService,
  fileUse: createFileUseService,
  formerAddress: createFormerAddressService,
  health: createHealthService,
  idempotency: createIdempotencyService,
  indexNow: createIndexNowService,
  media: createMediaService,
  material: createMaterialService,
  materialFolder: createMaterialFolderService,
  materialPreparation: createMaterialPreparationService,
  materialLease: createMaterialLeaseService,
  materialLibrary: createMaterialLibraryService,
  materialReader: createMaterialReaderService,
  mediaEvents: createMediaEventsService,
  documentWriter: createDocumentWriter,
  entryRepository: createEntryRepository,
  preview: createPreviewService,
  publication: createPublicationService,
  publicationDetail: createPublicationDetailService,
  publicationReader: createPublicationReaderService,
  publicationStatus: createPublicationStatusService,
  rateLimit: createRateLimitService,
  requestStatistics: createRequestStatisticsService,
  switches: createSwitchesService,
  reconciler: createReconcilerService,
  removalQueue: createRemovalQueueService,
  removalWorker: createRemovalWorkerService,
  repair: createRepairService,
  scheduleWorker: createScheduleWorkerService,
  site: createSiteService,
  review: createReviewService,
  restoreClaims: createRestoreClaimsService,
  resumableUpload: createResumableUploadService,
  searchIndex: createSearchIndexService,
  slug: createSlugService,
  state: createStateService,
  timeline: createTimelineService,
  titleKey: createTitleKeyService,
  madeBy: createMadeByService,
  storage: createStorageService,
  storageComparison: createStorageComparisonService,
  storageAccess: createStorageAccessService,
  temporaryDirectory: createTemporaryDirectoryService,
  token: createTokenService,
  trash: createTrashService,
  trashedFile: createTrashedFileService,
  trashWorker: createTrashWorkerService,
  unusedFile: createUnusedFileService,
  usingWorks: createUsingWorksService,
  gracefulShutdown: createGracefulShutdownService,
  version: createVersionService,
  news: createNewsService,
  webhookOverview: createWebhookOverviewService,
  webhookWorker: createWebhookWorkerService,
  workFile: createWorkFileService,
};
