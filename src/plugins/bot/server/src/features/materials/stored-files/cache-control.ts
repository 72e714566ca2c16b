import { isUniqueStorageName } from '../../../core/storage/file-name';

/** A year in seconds, the longest time in use for `max-age`. */
const FOR_EVER = 'max-age=31536000, immutable';
/** Directive that allows caching, but requires a check before each use, which usually ends with a 304. */
const ASK_FIRST = 'no-cache';

/**
 * The `Cache-Control` header of a stored file. Unique names are cached for a year. Other files may be replaced by
 * an editor, so caches must check them.
 * @param hash the name in storage, without the extension
 * @param isPrivate true if only holders of a signed address may read the file
 */
export const cacheControlOf = ({ hash }: { hash: string }, isPrivate = false): string =>
  `${isPrivate ? 'private' : 'public'}, ${isUniqueStorageName(hash) ? FOR_EVER : ASK_FIRST}`;
