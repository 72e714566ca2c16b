import { hkdfSync } from 'node:crypto';
import type { PreviewLink } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import jwt from 'jsonwebtoken';
import { z } from 'zod';

import { botConfig } from '../../core/config';
import { documentExists } from '../../core/database/rows/existing-rows';
import { getSiteService } from '../../core/http';
import { protocolError } from '../../core/protocol/errors';
import { serviceOf } from '../../core/service';

import { previewSettings } from './settings';

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

const HOUR = 3_600_000;

/**
 * Makes signed links to one draft, for people without an account. Nothing is stored: the link contains the document
 * id and the time when it expires.
 */
export const createPreviewService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { contentType } = botConfig(strapi);
  const preview = previewSettings.of(strapi);
  const tokens = createPreviewTokens(
    [strapi.config.get<string | string[]>('server.app.keys')].flat()
  );

  return {
    /** Makes a preview link. @throws `preview-not-configured`, `publication-not-found` */
    async link(id: string): Promise<PreviewLink> {
      if (preview.pattern === '') throw protocolError('preview-not-configured');
      if (!(await documentExists(strapi, contentType, id))) {
        throw protocolError('publication-not-found');
      }
      // Rounded up, because a token's expiry is in whole seconds.
      const expiresAt = new Date(Math.ceil((Date.now() + preview.hours * HOUR) / 1000) * 1000);
      const address = preview.pattern.replace(':token', tokens.sign(id, expiresAt));
      return { url: getSiteService(strapi).absolute(address), expiresAt: expiresAt.toISOString() };
    },

    /** The id of the document for a token, for the site's preview page; undefined for invalid and expired tokens. */
    read: (token: string): string | undefined => tokens.read(token),
  };
};

export const getPreviewService = serviceOf<typeof createPreviewService>('preview');
