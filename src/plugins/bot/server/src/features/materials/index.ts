/** Public interface of the materials feature for other features. */
export { receiveFromJson, toKeptMaterial } from './controller';
export { getMaterialFolderService } from './folder';
export { getMaterialLibraryService } from './library/library';
export { getMaterialPreparationService } from './preparation';
export { inMedia, resolveMaterials, type PathOf } from './reader';
export { acceptedTypesOf } from './site-types';
export { addressesIn } from './references/addresses';
export { setPreviousTexts } from './references/on-write';
export { getCascadeService, type FileKeeper } from './uses/cascade';
export { getFileUseService, type FileUse, type UsedFile } from './uses/file-uses';
export { worksUsing, type UsingWork } from './uses/file-uses';
export { type NewMaterial, getMaterialService, type StoredMaterial } from './writer';
