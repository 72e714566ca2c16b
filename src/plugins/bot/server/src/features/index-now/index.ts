/** What other rooms may use of what search engines are told. */
export { getIndexNowService } from './index-now';
