/** What other features may use of blocks. */
export { blocksConverter } from './converter';
export type { FindImage } from './from-markdown';
export type { Block, BlockImage } from './types';
