/** Public functions of large sites for other features. */
export { asksForAll, type ListParams } from './list-parameters';
