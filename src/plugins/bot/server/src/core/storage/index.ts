/** What other rooms may use of the storage of materials. */
export { getStorageAccess, type StorageAccess } from './access';
export { parseStorageName, secretName, secretNameOfFormat } from './file-name';
export { getStorageService } from './storage';
