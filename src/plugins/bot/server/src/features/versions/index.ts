/** What other features may use of versions. */
export { versionSettings } from './settings';
