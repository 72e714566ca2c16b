/** What other rooms may use of removals. */
export { getRemovalQueueService, type UploadIntent } from './queue';
export { getTrashedFileService } from '../trash/files/trashed-files';
export { getRemovalWorkerService } from './worker';
