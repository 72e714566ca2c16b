/** What other rooms may use of changes. */
export { findEditorsWord } from './editors-word';
export { getChangeRecorderService, type NewChange } from './recorder';
