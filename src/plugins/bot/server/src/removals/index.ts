/** What other rooms may use of removals. */
export { getRemovalQueueService, type UploadIntent } from './queue';
export { getRemovalWorkerService } from './worker';
