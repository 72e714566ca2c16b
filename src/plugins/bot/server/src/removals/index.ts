/** What other rooms may use of removals. */
export { getRemovalQueueService, type UploadIntent } from './queue';
export { goesAt } from './trash/keep';
export type { ReadyFile } from './trash/trashed-file';
export { getTrashedFileService } from './trash/trashed-files';
export { getTrashWorkerService } from './trash/worker';
export { getRemovalWorkerService } from './worker';
