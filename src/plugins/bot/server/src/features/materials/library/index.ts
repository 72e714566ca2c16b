/** What other rooms may use of the library of materials. */
export { getMaterialLibraryService } from './library';
