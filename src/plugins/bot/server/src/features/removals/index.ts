/** What other features may use of removals. */
export { beforeRemoval } from './worker';
export { workersOf } from './examination';
export { getRemovalQueueService, type UploadIntent, type Removal } from './queue';
export { getRemovalWorkerService } from './worker';
