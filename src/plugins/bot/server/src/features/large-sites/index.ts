/** Public interface of the `large-sites` feature for other features. */
export { requestsAllStatuses, type ListParams } from './list-parameters';
