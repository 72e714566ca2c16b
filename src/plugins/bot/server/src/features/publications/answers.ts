import { withUrls } from '../../core/protocol/material-urls';

import type { FoundPublication } from './reader';
import type { Tagged } from './writer';

/** 200 with a body and its tag. */
export const ok = ({ body, etag }: Tagged<unknown>) => ({
  status: 200,
  headers: { ETag: etag },
  body,
});

export const whole = ({ publication, etag }: FoundPublication) => ok({ body: publication, etag });

/** `whole` as it is kept for a retry: the addresses of its media may be signed; what is kept is what they are made of. */
export const wholeAsKept = ({ publication, etag, files }: FoundPublication) => {
  const stored = new Map(Object.entries(files).map(([id, { url }]) => [id, url]));
  return { ...ok({ body: withUrls(publication, stored), etag }), files };
};
