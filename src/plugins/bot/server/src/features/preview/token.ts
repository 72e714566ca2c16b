import { hkdfSync } from 'node:crypto';

import { z } from 'zod';
import jwt from 'jsonwebtoken';

const PURPOSE = 'strapi-plugin-fleet-bot: preview of a draft';
const KEY_BYTES = 32;
const ALGORITHM = 'HS256';

const claims = z.object({ sub: z.string() });

/** The secrets of the site sign sessions; a key of its own opens nothing else. */
const keyOf = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', PURPOSE, KEY_BYTES));

/** Signs tokens that open one draft for a while (JWT, RFC 7519). @param secrets the first signs, all are accepted */
export const createPreviewTokens = (secrets: readonly string[]) => {
  const keys = secrets.map(keyOf);
  return {
    /** @param expiresAt whole seconds count */
    sign(id: string, expiresAt: Date): string {
      const [key] = keys;
      if (key === undefined) {
        throw new Error('Strapi has no server.app.keys to sign a preview with');
      }
      const exp = Math.floor(expiresAt.getTime() / 1000);
      return jwt.sign({ sub: id, exp }, key, { algorithm: ALGORITHM, noTimestamp: true });
    },

    /** @returns the id of the document; undefined if the token is not ours, or its time is over */
    read(token: string): string | undefined {
      for (const key of keys) {
        try {
          return claims.parse(jwt.verify(token, key, { algorithms: [ALGORITHM] })).sub;
        } catch {
          // Another key may have signed it.
        }
      }
      return undefined;
    },
  };
};
