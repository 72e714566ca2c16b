/** Public interface of the versions feature for other features. */
export { VERSION_UID } from './content-type';
export { versionSettings } from './settings';
