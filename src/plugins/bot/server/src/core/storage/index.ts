/** Public storage functions for other modules. */
export { getStorageAccess, type StorageAccess } from './access';
export { parseStorageName, quarantineName, quarantineNameOfFormat } from './file-name';
export { getStorageService } from './storage';
