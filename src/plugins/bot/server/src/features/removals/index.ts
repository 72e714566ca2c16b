/** What other rooms may use of removals. */
export { getRemovalQueueService, type UploadIntent } from './queue';
export { goesAt } from '../trash/files/keep';
export type { ReadyFile } from '../trash/files/trashed-file';
export { getTrashedFileService } from '../trash/files/trashed-files';
export { getTrashWorkerService } from '../trash/files/worker';
export { getRemovalWorkerService } from './worker';
