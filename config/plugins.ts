import type { Core } from '@strapi/strapi';

import { siteAddress } from './environment/address';
import { indexNow } from './environment/index-now';
import { bearerToken, flag, integer, list, required, text, whereSet } from './environment/read';
import { bucket, uploadMaxBytes, uploadProvider } from './environment/uploads';

/**
 * Webhook receivers from the environment variables, all with the same secrets and events. `config/plugins.ts` can add
 * receivers with other secrets or events.
 */
const webhooks = () => {
  const urls = list('BOT_WEBHOOK_URL');
  if (urls.length === 0) return [];
  const previous = text('BOT_WEBHOOK_SECRET_PREVIOUS');
  const secrets = [required('BOT_WEBHOOK_SECRET'), ...(previous ? [previous] : [])];
  const events = list('BOT_WEBHOOK_EVENTS');
  return urls.map((url) => ({ url, secrets, ...(events.length > 0 ? { events } : {}) }));
};

const MINUTES_15 = 15 * 60;
const BILLION = 1_000_000_000;

/** Formats of images and their longest side in pixels: Strapi's own, and two for large screens. */
const BREAKPOINTS = { xxlarge: 2400, xlarge: 1600, large: 1000, medium: 750, small: 500 };

const storage = () => {
  if (uploadProvider() === 'local') return { provider: 'local' };
  const {
    name,
    region,
    endpoint,
    accessKeyId,
    secretAccessKey,
    forcePathStyle,
    publicUrl,
    isPrivate,
  } = bucket();
  return {
    provider: 'aws-s3',
    providerOptions: {
      ...(publicUrl ? { baseUrl: publicUrl } : {}),
      s3Options: {
        region,
        forcePathStyle,
        ...(endpoint ? { endpoint } : {}),
        // The AWS SDK finds keys itself if none are set: instance roles, service accounts.
        ...(accessKeyId ? { credentials: { accessKeyId, secretAccessKey } } : {}),
        params: {
          Bucket: name,
          // No ACL header for a public bucket, because most stores reject it and use the bucket's policy.
          ACL: isPrivate ? 'private' : undefined,
          signedUrlExpires: MINUTES_15,
        },
      },
    },
  };
};

export default (): Core.Config.Plugin => ({
  upload: {
    config: { ...storage(), sizeLimit: uploadMaxBytes(), breakpoints: BREAKPOINTS },
  },
  bot: {
    config: {
      token: bearerToken('BOT_API_TOKEN'),
      previousToken: bearerToken('BOT_API_TOKEN_PREVIOUS'),
      site: text('BOT_SITE', 'site'),
      publicUrl: siteAddress(),
      // Other routes of the site use these: see src/api/work/page/routes.ts, and find-by-name.ts for Markdown.
      reservedSlugs: ['feed.xml', 'feed.json', 'preview', 'tags', 'categories', 'authors', '*.md'],
      fields: {
        excerpt: 'excerpt',
        cover: 'cover',
        author: 'authorName',
        tags: { attribute: 'tags', createMissing: true },
        category: 'category',
        seo: 'seo',
        language: 'language',
      },
      preview: { pattern: '/works/preview/:token', hours: integer('PREVIEW_HOURS', 24, 1, 8760) },
      writing: { renderer: 'api::site.typed-draft' },
      ...whereSet('BOT_WEBHOOK_URL', () => ({ webhooks: webhooks() })),
      ...whereSet('INDEXNOW_KEY', () => ({ indexNow: indexNow() })),
      protectEditors: flag('BOT_PROTECT_EDITORS', false),
      ...whereSet('BOT_LEASE_DAYS', (name) => ({ unusedUploadDays: integer(name, 30, 0, 36_500) })),
      ...whereSet('BOT_VERSION_DAYS', (name) => ({
        versions: { days: integer(name, 90, 0, 3650) },
      })),
      ...whereSet('BOT_TRASH_DAYS', (name) => ({ trash: { days: integer(name, 0, 0, 3650) } })),
      ...whereSet('BOT_METRICS_TOKEN', (name) => ({ metrics: { token: bearerToken(name) } })),
      runBackgroundJobs: flag('BOT_WORKER', true),
      ...whereSet('BOT_FAST_PATH', (name) => ({ fastPath: flag(name, true) })),
      features: Object.fromEntries(list('BOT_FEATURES_OFF').map((name) => [name, false])),
      ...whereSet('BOT_UPLOAD_ADDRESSES', (name) => ({ uploadByAddress: { allowed: list(name) } })),
      ...whereSet('BOT_RESUMABLE_DIRECTORY', (name) => ({ resumable: { directory: text(name) } })),
      limits: {
        uploadBytes: uploadMaxBytes(),
        databaseSeconds: integer('DATABASE_TIMEOUT_SECONDS', 15, 1, 3600),
        databaseStartSeconds: integer('DATABASE_START_SECONDS', 60, 0, 3600),
      },
      rateLimit: {
        requests: integer('BOT_RATE_LIMIT_REQUESTS', 100_000, 1, BILLION),
        wrongTokens: integer('BOT_RATE_LIMIT_WRONG_TOKENS', 100, 1, BILLION),
      },
    },
  },
});
