/** What other rooms may use of materials. */
export { getMaterialReaderService, inMedia, type PathOf } from './reader';
