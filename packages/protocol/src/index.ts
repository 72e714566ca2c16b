export * from './changes';
export * from './errors';
export * from './headers';
export * from './materials';
export * from './objects';
export * from './operations';
export * from './publications';
export type * from './site';
export * from './texts';
