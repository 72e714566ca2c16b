/** What a host uses of this package; see the README. */
export { contentInMemory, editedContent, type Content, type Edits } from './bytes/edits';
export {
  bytesInFile,
  bytesInMemory,
  digestOf,
  bytesOfHandle,
  edgesOf,
  type ReceivedBytes,
} from './bytes/received-bytes';
export { isToldByExtension, servedTypeOfExtension, textTypeOf } from './documents/extensions';
export { REFUSED_KINDS } from './documents/refused-kinds';
export { readText } from './documents/text-encoding';
export { MediaError, type MediaErrorCode } from './errors';
export { EDGE_BYTES, identify, soundIn, type FileIdentity } from './identify';
export { isProcessedImage } from './images/kinds';
export { createImagePool, type ImageJob } from './images/process/pool';
export type { ImageOptions, ProcessedImage } from './images/received-image';
export { isShownInline, isShownInSandbox, SHOWN_IMAGES, VECTOR_IMAGE } from './inline-type';
export { filmEdits } from './metadata/film-edits';
export { createRecordingReader } from './recordings/reader';
export type { Recording } from './recordings/recording';
export type { SafeSvg } from './svg/sanitize';
export { createSvgSanitizer } from './svg/sanitizer';
