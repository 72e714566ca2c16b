import { hkdfSync } from 'node:crypto';

import jwt from 'jsonwebtoken';
import { z } from 'zod';

const PURPOSE = 'strapi-plugin-fleet-bot: preview of a draft';
const KEY_BYTES = 32;
const ALGORITHM = 'HS256';

const claims = z.object({ sub: z.string() });

/** Derives a separate key for previews, because the site's secrets also sign sessions. */
const keyOf = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', PURPOSE, KEY_BYTES));

/** Signs and reads tokens for the preview of one draft (JWT, RFC 7519). @param secrets the first one signs, all are accepted */
export const createPreviewTokens = (secrets: readonly string[]) => {
  const keys = secrets.map(keyOf);
  return {
    /** Makes a token. Only whole seconds of `expiresAt` count. */
    sign(id: string, expiresAt: Date): string {
      const [key] = keys;
      if (key === undefined) {
        throw new Error('Strapi has no server.app.keys to sign a preview with');
      }
      const exp = Math.floor(expiresAt.getTime() / 1000);
      return jwt.sign({ sub: id, exp }, key, { algorithm: ALGORITHM, noTimestamp: true });
    },

    /** Returns the document id; undefined for an invalid or expired token. */
    read(token: string): string | undefined {
      for (const key of keys) {
        try {
          return claims.parse(jwt.verify(token, key, { algorithms: [ALGORITHM] })).sub;
        } catch {
          // Try the next key, which may have signed the token.
        }
      }
      return undefined;
    },
  };
};
