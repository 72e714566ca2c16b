/** What other rooms may use of the storage of materials. */
export { getStorageAccess, type StorageAccess } from './access';
export { parseStorageName, quarantineName, quarantineNameOfFormat } from './file-name';
export { getStorageService } from './storage';
