/** What other rooms may use of materials. */
export { getMaterialReaderService, inMedia, type MaterialReference, type PathOf } from './reader';
