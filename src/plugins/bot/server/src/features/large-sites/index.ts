/** What other features may use of large sites. */
export { createIndexer } from './search/draft-index';
export { takesTokens, toToken, wordsIn, WITHOUT_SPACES } from './search/mysql-text-index';
