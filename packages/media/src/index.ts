/** Public interface of this package; see the README. */
export { contentInMemory, type Content } from './bytes/edits';
export {
  bytesInFile,
  bytesInMemory,
  bytesOfHandle,
  digestOf,
  edgesOf,
  type ReceivedBytes,
} from './bytes/received-bytes';
export {
  isTypeFixedByExtension,
  partsOfName,
  servedTypeOfExtension,
  textTypeOf,
} from './documents/extensions';
export { REFUSED_KINDS } from './documents/refused-kinds';
export { readText } from './documents/text-encoding';
export { MediaError, type MediaErrorCode } from './errors';
export { EDGE_BYTES, type FileIdentity } from './identify';
export { isProcessedImage } from './images/kinds';
export type { ImageOptions } from './images/received-image';
export { isShownInline, isShownInSandbox, SHOWN_IMAGES, VECTOR_IMAGE } from './inline-type';
export { createMedia, type InspectedFile, type SafeFile } from './media';
