/** Public interface of the removals feature for other features. */
export { beforeRemoval } from './worker';
export { workersOf } from './examination';
export { getRemovalQueueService, type UploadIntent, type Removal } from './queue';
export { getRemovalWorkerService } from './worker';
