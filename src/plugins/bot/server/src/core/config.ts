import type { Core, UID } from '@strapi/strapi';
import { z } from 'zod';

import { PLUGIN_ID } from './constants';

const MEBIBYTE = 1024 * 1024;

const positive = z.number().int().positive();

/** A bearer token (RFC 6750, section 2.1) of sufficient length. */
const TOKEN = /^[\x21-\x7e]{16,4096}$/;

/** A token that is valid in a header, or blank. */
export const tokenOrBlank = z
  .string()
  .refine(
    (token) => token.trim() === '' || TOKEN.test(token.trim()),
    'must be at least 16 visible ASCII characters without spaces, which a header can carry; ' +
      `this prints one: node -p "crypto.randomBytes(32).toString('base64url')"`
  );

const attributesSchema = z
  .strictObject({
    title: z.string().min(1).default('title'),
    slug: z.string().min(1).default('slug'),
    body: z.string().min(1).default('body'),
    media: z.string().min(1).default('media'),
  })
  .refine((names) => new Set(Object.values(names)).size === Object.keys(names).length, {
    error: 'title, slug, body and media must be four attributes',
  });

export const coreSettings = z.strictObject({
  /** Bearer token of the fleet bot. Blank means "not configured" and answers 503. */
  token: tokenOrBlank.default(''),
  /** Second accepted token, for rotation without downtime; blank means none. */
  previousToken: tokenOrBlank.default(''),
  /** Name of the site, as the health endpoint reports it. */
  site: z.string().min(1).default('site'),
  /** Public base URL without a trailing slash; blank means Strapi's own `server.url`. */
  publicUrl: z
    .union([
      z.literal(''),
      z
        .url({ protocol: /^https?$/ })
        .refine((address) => !/[?#]/.test(address), 'must have no query (?) and no fragment (#)'),
    ])
    .default(''),
  /** Path or full URL of a published work, with placeholders `:slug`, `:id` and `:locale`. */
  urlPattern: z
    .string()
    .regex(/:slug|:id/, 'must contain :slug or :id')
    .default('/works/:slug'),
  /** Slugs that no publication may have, because the site uses them. `*.md` reserves a suffix. */
  reservedSlugs: z
    .array(z.string().regex(/^\*?[\w.~-]+$/, 'must be a slug, or * and the end of slugs'))
    .default([]),
  /** Content type of publications. Draft and publish must be enabled. */
  contentType: z
    .templateLiteral(['api::', z.string(), '.', z.string()])
    // Types differ per site; the start checks that this one exists.
    .transform((uid) => uid as UID.ContentType)
    .default('api::work.work'),
  /** Attributes of the content type for title, slug, body and media. */
  attributes: attributesSchema.prefault({}),
  /** Media Library folder for the bot's uploads. */
  folder: z.string().min(1).default('Bot'),
  limits: z
    .strictObject({
      /** Default number of items on a list page. */
      listDefault: positive.default(25),
      /** Maximum number of items on a list page. */
      listMaximum: positive.default(100),
      /** Maximum number of characters of a title. */
      titleLength: positive.max(255).default(255),
      /** Maximum size of a body text in bytes of UTF-8. */
      bodyBytes: positive.default(MEBIBYTE),
      /** Maximum number of elements of `media`. */
      mediaCount: positive.default(100),
      /** Maximum size of a JSON request in bytes. */
      jsonBytes: positive.default(8 * MEBIBYTE),
      /** Maximum size of an uploaded file in bytes. */
      uploadBytes: positive.default(200 * MEBIBYTE),
      /** Maximum width times height times frames of an uploaded image. */
      imagePixels: positive.default(100_000_000),
      /** Maximum size in bytes of an uploaded image, which is held in memory. */
      imageBytes: positive.default(64 * MEBIBYTE),
      /** Images that one instance processes concurrently, each in a separate process. */
      imagesAtOnce: positive.default(2),
      /** Maximum bytes of images that may wait for processing. Further images are answered with 503. */
      imagesWaitingBytes: positive.default(512 * MEBIBYTE),
      /**
       * Maximum seconds of CPU time for an image; twice as many for a HEIC. An image that needs more is stored as a
       * plain file.
       */
      imageSeconds: positive.default(5),
      /** Maximum bytes of memory for processing an image. An image that needs more is stored as a plain file. */
      imageMemoryBytes: positive.default(1024 * MEBIBYTE),
      /** Seconds without a byte after which a client is disconnected. */
      idleTimeoutSeconds: z.number().positive().default(30),
      /** Timeout in seconds for storing or removing one object in the storage. */
      storageSeconds: z.number().positive().default(300),
      /**
       * Timeout in seconds for a database statement, after which the connection is closed and the answer is 503.
       * Waiting for a connection may take up to a third of this time.
       */
      databaseSeconds: z.number().positive().default(15),
      /** Seconds that the start waits for the database. */
      databaseStartSeconds: z.number().nonnegative().default(60),
      /** Seconds that a shutdown waits for running requests and removals. */
      stopSeconds: z.number().positive().default(20),
    })
    .prefault({}),
  /** Timeouts of the site's HTTP server, unless the site's own settings define them. */
  connections: z
    .strictObject({
      /** Seconds for receiving the headers of a request. */
      headersSeconds: z.number().positive().default(30),
      /** Seconds for receiving a whole request: enough for the largest upload over a slow line. */
      requestSeconds: z.number().positive().default(1800),
      /**
       * Seconds that an idle connection stays open. Longer than the 60 of common load balancers, so that they do not
       * send a request on a connection that the server has just closed.
       */
      keepAliveSeconds: z.number().positive().default(65),
    })
    .prefault({}),
  idempotency: z
    .strictObject({
      /** Seconds until an idempotency key is released if the process that handles its request has died. */
      claimSeconds: z.number().positive().default(10),
      /** Hours for which an answer is stored to repeat it for the same idempotency key. */
      keepHours: z.number().positive().default(24),
    })
    .prefault({}),
  rateLimit: z
    .strictObject({
      /** Maximum requests in `requestSeconds`, for the bot and for each IP address that sends no valid token. */
      requests: positive.default(100_000),
      requestSeconds: positive.default(60),
      /** Maximum wrong tokens in `wrongTokenSeconds`, for each IP address. */
      wrongTokens: positive.default(100),
      wrongTokenSeconds: positive.default(900),
    })
    .prefault({}),
  /** Whether the bot must send `If-Match` to overwrite changes that editors made after its last write. */
  protectEditors: z.boolean().default(false),
  /**
   * Whether this instance runs background jobs, such as file removals and hourly cleanup. At least one instance of a
   * site must run them.
   */
  runBackgroundJobs: z.boolean().default(true),
});

/** Settings of the core, as in `config/plugins.ts` under `bot.config`. Each feature adds its own. */
export type BotConfig = z.infer<typeof coreSettings>;

/** The validated settings of the core. */
export const botConfig = (strapi: Core.Strapi): BotConfig =>
  strapi.config.get(`plugin::${PLUGIN_ID}`);
