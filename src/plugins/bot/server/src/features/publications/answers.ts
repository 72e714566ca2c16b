import { withUrls } from '../../core/protocol/send';

import type { FoundPublication } from './reader';
import type { Tagged } from './writer';

/** An answer with status 200, a body and its `ETag`. */
export const ok = ({ body, etag }: Tagged<unknown>) => ({
  status: 200,
  headers: { ETag: etag },
  body,
});

/** The answer with a complete publication. */
export const publicationAnswer = ({ publication, etag }: FoundPublication) =>
  ok({ body: publication, etag });

/**
 * The stored answer with a complete publication, for retries of the request. Contains the provider's media URLs, and in
 * `files` the file columns from which new URLs are made, because signed URLs expire.
 */
export const storedPublicationAnswer = ({ publication, etag, files }: FoundPublication) => {
  const stored = new Map(Object.entries(files).map(([id, { url }]) => [id, url]));
  return { ...ok({ body: withUrls(publication, stored), etag }), files };
};
