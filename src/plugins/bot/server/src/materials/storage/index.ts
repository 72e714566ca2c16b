/** What other rooms may use of the storage of materials. */
export { copyStored } from './copy';
export { parseStorageName, secretName, type StorageNameParts } from './file-name';
export { getStorageListingService, type ListedObject } from './listing';
export { getStorageService } from './storage';
