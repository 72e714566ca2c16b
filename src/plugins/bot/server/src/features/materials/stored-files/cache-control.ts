import { isUniqueStorageName } from '../../../core/storage/file-name';

/** A year, which RFC 9111 means by "for ever". */
const FOR_EVER = 'max-age=31536000, immutable';
/** May be kept, but is asked for with each use; that it has not changed is a short answer. */
const ASK_FIRST = 'no-cache';

/**
 * The `Cache-Control` of a stored file: one whose name is never used again is kept for ever, any
 * other may be replaced by an editor, and nobody may see the old bytes then.
 * @param hash its name in storage, without the extension
 * @param isPrivate whether only those may read it who were given a signed address
 */
export const cacheControlOf = ({ hash }: { hash: string }, isPrivate = false): string =>
  `${isPrivate ? 'private' : 'public'}, ${isUniqueStorageName(hash) ? FOR_EVER : ASK_FIRST}`;
