/** Storage functions of the core that other modules may import. */
export { getStorageAccess, type StorageAccess } from './access';
export { parseStorageName, quarantineName, quarantineNameOfFormat } from './file-name';
export { getStorageService } from './storage';
