/** What other rooms may use of removals. */
export { getRemovalQueueService, type UploadIntent } from './queue';
export { getTrashedFileService, type ReadyFile } from './trash/trashed-files';
export { getTrashWorkerService } from './trash/worker';
export { getRemovalWorkerService } from './worker';
