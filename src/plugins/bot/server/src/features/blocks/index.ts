/** Public functions of the `blocks` feature for other features. */
export { blocksConverter } from './converter';
export type { FindImage } from './from-markdown';
export type { Block, BlockImage } from './types';
