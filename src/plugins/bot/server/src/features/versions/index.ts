/** What other rooms may use of versions. */
export { getVersionService } from './versions';
