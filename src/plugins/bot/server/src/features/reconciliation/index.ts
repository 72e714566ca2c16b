/** What other features may use of reconciliation. */
export { keptFiles, settling, type ExpectedFile, type ExpectedObject } from './events';
export { sizesOf } from './expected-files';
export { rowsOfProvider } from './expected-files';
