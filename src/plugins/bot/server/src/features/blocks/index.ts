/** Public functions of blocks for other features. */
export { blocksConverter } from './converter';
export type { FindImage } from './from-markdown';
export type { Block, BlockImage } from './types';
