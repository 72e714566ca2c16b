/** What other rooms may use of materials. */
export { getMaterialReaderService, type MaterialReference } from './reader';
