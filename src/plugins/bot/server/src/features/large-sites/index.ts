/** What other features may use of large sites. */
export { asksForAll, type ListParams } from './list-parameters';
