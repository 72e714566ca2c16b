/** What other features may use of versions. */
export { VERSION_UID } from './content-type';
export { versionSettings } from './settings';
