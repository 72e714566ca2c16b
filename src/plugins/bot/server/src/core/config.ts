import type { Core, UID } from '@strapi/strapi';
import { z } from 'zod';

import { PLUGIN_ID } from './constants';

const MEBIBYTE = 1024 * 1024;

const positive = z.number().int().positive();

/**
 * What stands behind `Bearer` in a header (RFC 6750, section 2.1) and is too long to be guessed.
 * Any other token would be one that no bot can send.
 */
const TOKEN = /^[\x21-\x7e]{16,4096}$/;

const tokenOrBlank = z
  .string()
  .refine(
    (token) => token.trim() === '' || TOKEN.test(token.trim()),
    'must be at least 16 visible ASCII characters without spaces, which a header can carry; ' +
      `this prints one: node -p "crypto.randomBytes(32).toString('base64url')"`
  );

const attributeName = z.string().min(1);

const attributesSchema = z
  .strictObject({
    title: attributeName,
    slug: attributeName,
    body: attributeName,
    media: attributeName,
  })
  .refine((names) => new Set(Object.values(names)).size === Object.keys(names).length, {
    error: 'title, slug, body and media must be four attributes',
  });

/** What the core's settings may be. */
export const coreSettings = z.strictObject({
  /** The bearer token of the fleet bot; blank means "not configured" and answers 503. */
  token: tokenOrBlank,
  /** A second accepted token, so that a fleet can rotate without downtime; blank means none. */
  previousToken: tokenOrBlank,
  /** The name of the site, as health reports it. */
  site: z.string().min(1),
  /** Public base address, no trailing slash; blank means Strapi's own `server.url`. */
  publicUrl: z.union([
    z.literal(''),
    z
      .url({ protocol: /^https?$/ })
      .refine((address) => !/[?#]/.test(address), 'must have no query (?) and no fragment (#)'),
  ]),
  /** Path, or whole address, of a published work; `:slug`, `:id` and `:locale` are filled in. */
  urlPattern: z.string().regex(/:slug|:id/, 'must contain :slug or :id'),
  /** Slugs that no publication may have, because the site has something else there; `*.md` for all that end so. */
  reservedSlugs: z.array(
    z.string().regex(/^\*?[\w.~-]+$/, 'must be a slug, or * and the end of slugs')
  ),
  /** The content type that holds publications; draft and publish must be on. */
  contentType: z
    .templateLiteral(['api::', z.string(), '.', z.string()])
    // Which types there are is another thing on each site; that this one is there is checked at start.
    .transform((uid) => uid as UID.ContentType),
  /** The attributes of that type that hold the title, slug, body and media of a publication. */
  attributes: attributesSchema,
  /** The Media Library folder that receives the bot's uploads. */
  folder: z.string().min(1),
  limits: z.strictObject({
    /** Items on a page of the list when `limit` is not given. */
    listDefault: positive,
    /** Items on a page of the list at most. */
    listMaximum: positive,
    /** Characters of a title. */
    titleLength: positive.max(255),
    /** Bytes of a body text in UTF-8. */
    bodyBytes: positive,
    /** Elements of `media`. */
    mediaCount: positive,
    /** Bytes of a JSON request. */
    jsonBytes: positive,
    /** Bytes of an uploaded file. */
    uploadBytes: positive,
    /** Width times height times frames of an uploaded image. */
    imagePixels: positive,
    /** Bytes of an uploaded image, which is held in memory. */
    imageBytes: positive,
    /** Images that one instance works on at a time, each in a process of its own. */
    imagesAtOnce: positive,
    /** Bytes of images that may wait for their turn; one that is over is answered 503. */
    imagesWaitingBytes: positive,
    /** Seconds of CPU time that the work on an image may take; beyond, it is stored as a file. */
    imageSeconds: positive,
    /** Bytes of memory that the work on an image may take; beyond, it is stored as a file. */
    imageMemoryBytes: positive,
    /** Seconds without a byte after which a sender is cut off. */
    idleTimeoutSeconds: z.number().positive(),
    /** Seconds that the storage may take for one object. */
    storageSeconds: z.number().positive(),
    /**
     * Seconds that a database server may take for a statement; a third of it may be spent on
     * waiting for a connection before. Then the connection is cut and the answer is 503.
     */
    databaseSeconds: z.number().positive(),
    /** Seconds that the database is waited for when the site starts. */
    databaseStartSeconds: z.number().nonnegative(),
    /** Seconds that running requests and removals are waited for when the site stops. */
    stopSeconds: z.number().positive(),
  }),
  /** Times of the site's HTTP server, where the site's own settings do not name them. */
  connections: z.strictObject({
    /** Seconds for the headers of a request. */
    headersSeconds: z.number().positive(),
    /** Seconds for a whole request: the largest upload over a slow line. */
    requestSeconds: z.number().positive(),
    /**
     * Seconds that a connection is kept between two requests. Longer than the 60 that common load
     * balancers keep it: the side that may still send must not be the one that finds it closed.
     */
    keepAliveSeconds: z.number().positive(),
  }),
  idempotency: z.strictObject({
    /** Seconds after which the key of a request is free again whose process has died. */
    claimSeconds: z.number().positive(),
    /** Hours for which answers are kept. */
    keepHours: z.number().positive(),
  }),
  rateLimit: z.strictObject({
    /** Requests of the bot in a window, and those of each address that does not show its token. */
    requests: positive,
    requestSeconds: positive,
    /** Wrong tokens in a window, from one address. */
    wrongTokens: positive,
    wrongTokenSeconds: positive,
  }),
  /**
   * Whether the bot needs `If-Match` to publish, change or delete what an editor has changed since
   * its last write.
   */
  protectEditors: z.boolean(),
  /** Whether this instance removes bytes and sweeps; some instance of a site must. */
  runBackgroundJobs: z.boolean(),
});

/** The core's settings, as in `config/plugins.ts` under `bot.config`; each feature has its own beside them. */
export type BotConfig = z.infer<typeof coreSettings>;

/** What they are where the site says nothing. */
export const coreDefaults: BotConfig = {
  token: '',
  previousToken: '',
  site: 'site',
  publicUrl: '',
  urlPattern: '/works/:slug',
  reservedSlugs: [],
  contentType: 'api::work.work',
  attributes: { title: 'title', slug: 'slug', body: 'body', media: 'media' },
  folder: 'Bot',
  limits: {
    listDefault: 25,
    listMaximum: 100,
    titleLength: 255,
    bodyBytes: MEBIBYTE,
    mediaCount: 100,
    jsonBytes: 8 * MEBIBYTE,
    uploadBytes: 200 * MEBIBYTE,
    imagePixels: 100_000_000,
    imageBytes: 64 * MEBIBYTE,
    imagesAtOnce: 2,
    imagesWaitingBytes: 512 * MEBIBYTE,
    imageSeconds: 10,
    imageMemoryBytes: 1024 * MEBIBYTE,
    idleTimeoutSeconds: 30,
    storageSeconds: 300,
    databaseSeconds: 15,
    databaseStartSeconds: 60,
    stopSeconds: 20,
  },
  connections: { headersSeconds: 30, requestSeconds: 1800, keepAliveSeconds: 65 },
  idempotency: { claimSeconds: 10, keepHours: 24 },
  rateLimit: { requests: 100_000, requestSeconds: 60, wrongTokens: 100, wrongTokenSeconds: 900 },
  protectEditors: false,
  runBackgroundJobs: true,
};

/** The plugin's validated settings. */
export const botConfig = (strapi: Core.Strapi): BotConfig =>
  strapi.config.get(`plugin::${PLUGIN_ID}`);
