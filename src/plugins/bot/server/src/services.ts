import { createTemporaryDirectoryService } from './core/bytes/temporary-directory';
import { createChangeFeedService } from './features/changes/feed/feed';
import { createChangePruningService } from './features/changes/feed/prune';
import { createChangeSequenceService } from './features/changes/feed/sequence';
import { createNewsService } from './features/unread-changes/unread-changes';
import { createChangeRecorderService } from './features/changes/recorder';
import { createWebhookOverviewService } from './features/webhooks/overview';
import { createWebhookWorkerService } from './features/webhooks/worker';
import { createDocumentWriter } from './features/fast-path/document-writer';
import { createEntryRepository } from './features/fast-path/entry-repository';
import { createGracefulShutdownService } from './core/http/connections/graceful-shutdown';
import { createHealthService } from './core/http/health/health';
import { createIdempotencyService } from './core/http/idempotency/idempotency';
import { createRateLimitService } from './core/http/limits/rate-limit';
import { createSiteService } from './core/http/site';
import { createRequestStatisticsService } from './core/http/statistics/statistics';
import { createSwitchesService } from './core/http/switches/switches';
import { createTokenService } from './core/http/token/token';
import { createIndexNowService } from './features/index-now/index-now';
import { createMaterialFolderService } from './features/materials/folder';
import { createMaterialLeaseService } from './features/leases/lease';
import { createMaterialLibraryService } from './features/materials/library/library';
import { createMediaService } from './features/materials/media';
import { createMaterialPreparationService } from './features/materials/preparation';
import { createMaterialReaderService } from './features/materials/reader';
import { createResumableUploadService } from './features/resumable/resumable';
import { createStorageAccessService } from './core/storage/access';
import { createStorageService } from './core/storage/storage';
import { createMaterialService } from './features/materials/writer';
import { createCascadeService } from './features/publications/cascade/cascade';
import { createPublicationDetailService } from './features/publications/details/details';
import { createMadeByService } from './features/publications/status/made-by';
import { createTitleKeyService } from './features/publications/filters/keep-title-keys';
import { createFormerAddressService } from './features/former-addresses/former-addresses';
import { createWorkFileService } from './features/publications/panel/files';
import { createPreviewService } from './features/preview/preview';
import { createPublicationReaderService } from './features/publications/reader';
import { createFileReferenceService } from './features/publications/references/references';
import { createFileReferenceScanService } from './features/publications/references/scan';
import { createFileUseService } from './features/publications/uses/file-uses';
import { createUsingWorksService } from './features/publications/uses/using-works';
import { createRepairService } from './features/publications/repair';
import { createSearchIndexService } from './features/large-sites/search/indexer';
import { createSlugService } from './features/publications/slug/slug';
import { createPublicationStatusService } from './features/publications/status/status';
import { createTrashService } from './features/trash/trash';
import { createPublicationService } from './features/publications/writer';
import { createUnusedFileService } from './features/overview/files';
import { createReviewService } from './features/overview/review';
import { createStateService } from './features/overview/state';
import { createTimelineService } from './features/overview/timeline';
import { createRemovalQueueService } from './features/removals/queue';
import { createReconcilerService } from './features/reconciliation/reconciler';
import { createStorageComparisonService } from './features/reconciliation/storage-comparison';
import { createTrashedFileService } from './features/trash/files/trashed-files';
import { createRemovalWorkerService } from './features/removals/worker';
import { createDueService } from './features/schedule/due';
import { createScheduleWorkerService } from './features/schedule/worker';
import { createEntryEventService } from './core/strapi/entry-events';
import { createMediaEventsService } from './core/strapi/media-events';
import { createProbeService } from './core/strapi/probes';
import { createVersionService } from './features/versions/versions';

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
  probes: createProbeService,
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
  unusedFile: createUnusedFileService,
  usingWorks: createUsingWorksService,
  gracefulShutdown: createGracefulShutdownService,
  version: createVersionService,
  news: createNewsService,
  webhookOverview: createWebhookOverviewService,
  webhookWorker: createWebhookWorkerService,
  workFile: createWorkFileService,
};
