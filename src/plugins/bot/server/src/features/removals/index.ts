/** What other features may use of removals. */
export { beforeRemoval } from './events';
export { workersOf } from './examination';
export { getRemovalQueueService, type UploadIntent, type Removal } from './queue';
export { getRemovalWorkerService } from './worker';
