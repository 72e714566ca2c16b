import type { PreviewLink } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import { documentExists } from '../../core/database/rows/existing-rows';
import { getSiteService } from '../../core/http';
import { protocolError } from '../../core/protocol/errors';
import { serviceOf } from '../../core/service';

import { previewSettings } from './settings';
import { createPreviewTokens } from './token';

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
