/** Public interface of the reconciliation feature for other features. */
export { keptFiles, settling, type ExpectedFile, type ExpectedObject } from './events';
export { sizesOf } from './expected-files';
export { rowsOfProvider } from './expected-files';
