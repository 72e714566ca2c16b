/** Public functions of large sites for other features. */
export { requestsAllStatuses, type ListParams } from './list-parameters';
