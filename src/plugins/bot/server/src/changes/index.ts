/** What other rooms may use of changes. */
export { getChangeRecorderService, type NewChange } from './recorder';
