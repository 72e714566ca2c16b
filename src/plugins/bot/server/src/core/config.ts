import type { Core, UID } from '@strapi/strapi';
import { z } from 'zod';

import { PLUGIN_ID } from './constants';

const MEBIBYTE = 1024 * 1024;

const positive = z.number().int().positive();

/** A bearer token (RFC 6750, section 2.1) that a bot can send and nobody can guess. */
const TOKEN = /^[\x21-\x7e]{16,4096}$/;

/** A token that a header can carry, or none. */
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
  /** The bearer token of the fleet bot; blank means "not configured" and answers 503. */
  token: tokenOrBlank.default(''),
  /** A second accepted token, so that a fleet can rotate without downtime; blank means none. */
  previousToken: tokenOrBlank.default(''),
  /** The name of the site, as health reports it. */
  site: z.string().min(1).default('site'),
  /** Public base address, no trailing slash; blank means Strapi's own `server.url`. */
  publicUrl: z
    .union([
      z.literal(''),
      z
        .url({ protocol: /^https?$/ })
        .refine((address) => !/[?#]/.test(address), 'must have no query (?) and no fragment (#)'),
    ])
    .default(''),
  /** Path, or whole address, of a published work; `:slug`, `:id` and `:locale` are filled in. */
  urlPattern: z
    .string()
    .regex(/:slug|:id/, 'must contain :slug or :id')
    .default('/works/:slug'),
  /** Slugs that no publication may have, because the site has something else there; `*.md` for all that end so. */
  reservedSlugs: z
    .array(z.string().regex(/^\*?[\w.~-]+$/, 'must be a slug, or * and the end of slugs'))
    .default([]),
  /** The content type that holds publications; draft and publish must be on. */
  contentType: z
    .templateLiteral(['api::', z.string(), '.', z.string()])
    // Which types there are is another thing on each site; that this one is there is checked at start.
    .transform((uid) => uid as UID.ContentType)
    .default('api::work.work'),
  /** The attributes of that type that hold the title, slug, body and media of a publication. */
  attributes: attributesSchema.prefault({}),
  /** The Media Library folder that receives the bot's uploads. */
  folder: z.string().min(1).default('Bot'),
  limits: z
    .strictObject({
      /** Items on a page of the list when `limit` is not given. */
      listDefault: positive.default(25),
      /** Items on a page of the list at most. */
      listMaximum: positive.default(100),
      /** Characters of a title. */
      titleLength: positive.max(255).default(255),
      /** Bytes of a body text in UTF-8. */
      bodyBytes: positive.default(MEBIBYTE),
      /** Elements of `media`. */
      mediaCount: positive.default(100),
      /** Bytes of a JSON request. */
      jsonBytes: positive.default(8 * MEBIBYTE),
      /** Bytes of an uploaded file. */
      uploadBytes: positive.default(200 * MEBIBYTE),
      /** Width times height times frames of an uploaded image. */
      imagePixels: positive.default(100_000_000),
      /** Bytes of an uploaded image, which is held in memory. */
      imageBytes: positive.default(64 * MEBIBYTE),
      /** Images that one instance works on at a time, each in a process of its own. */
      imagesAtOnce: positive.default(2),
      /** Bytes of images that may wait for their turn; one that is over is answered 503. */
      imagesWaitingBytes: positive.default(512 * MEBIBYTE),
      /**
       * Seconds of CPU time that the work on an image may take, twice as many for a HEIC; beyond, it is stored as a
       * file.
       */
      imageSeconds: positive.default(5),
      /** Bytes of memory that the work on an image may take; beyond, it is stored as a file. */
      imageMemoryBytes: positive.default(1024 * MEBIBYTE),
      /** Seconds without a byte after which a sender is cut off. */
      idleTimeoutSeconds: z.number().positive().default(30),
      /** Seconds that the storage may take for one object. */
      storageSeconds: z.number().positive().default(300),
      /**
       * Seconds that a database server may take for a statement; a third of it may be spent on
       * waiting for a connection before. Then the connection is cut and the answer is 503.
       */
      databaseSeconds: z.number().positive().default(15),
      /** Seconds that the database is waited for when the site starts. */
      databaseStartSeconds: z.number().nonnegative().default(60),
      /** Seconds that running requests and removals are waited for when the site stops. */
      stopSeconds: z.number().positive().default(20),
    })
    .prefault({}),
  /** Times of the site's HTTP server, where the site's own settings do not name them. */
  connections: z
    .strictObject({
      /** Seconds for the headers of a request. */
      headersSeconds: z.number().positive().default(30),
      /** Seconds for a whole request: the largest upload over a slow line. */
      requestSeconds: z.number().positive().default(1800),
      /**
       * Seconds that a connection is kept between two requests. Longer than the 60 that common load
       * balancers keep it: the side that may still send must not be the one that finds it closed.
       */
      keepAliveSeconds: z.number().positive().default(65),
    })
    .prefault({}),
  idempotency: z
    .strictObject({
      /** Seconds after which the key of a request is free again whose process has died. */
      claimSeconds: z.number().positive().default(10),
      /** Hours for which answers are kept. */
      keepHours: z.number().positive().default(24),
    })
    .prefault({}),
  rateLimit: z
    .strictObject({
      /** Requests of the bot in a window, and those of each address that does not show its token. */
      requests: positive.default(100_000),
      requestSeconds: positive.default(60),
      /** Wrong tokens in a window, from one address. */
      wrongTokens: positive.default(100),
      wrongTokenSeconds: positive.default(900),
    })
    .prefault({}),
  /** Whether the bot needs `If-Match` to overwrite what an editor has changed since its last write. */
  protectEditors: z.boolean().default(false),
  /** Whether this instance removes bytes and sweeps; some instance of a site must. */
  runBackgroundJobs: z.boolean().default(true),
});

/** The core's settings, as in `config/plugins.ts` under `bot.config`; each feature has its own beside them. */
export type BotConfig = z.infer<typeof coreSettings>;

export const botConfig = (strapi: Core.Strapi): BotConfig =>
  strapi.config.get(`plugin::${PLUGIN_ID}`);
