import { CHANGE_TYPES } from '@fleet-bot/protocol';
import type { Core, UID } from '@strapi/strapi';
import { z } from 'zod';

import { PLUGIN_ID } from './constants';
import { isHostOrRange } from '../features/fetch-by-address/network';

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

/** What a field of the interface is called, and what it is in the content type. */
const fieldSchema = z.union([
  attributeName,
  z.strictObject({
    attribute: attributeName,
    /** Of a relation: whether a record that is not there is made, of its name. */
    createMissing: z.boolean().optional(),
  }),
]);

const FIELD_NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

/** Bytes of a secret by which webhooks are signed (Standard Webhooks 1.0.0, "Signature scheme"). */
const SECRET_BYTES = { least: 24, most: 64 };
const SECRET = /^(?:whsec_)?(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const isSecret = (text: string): boolean => {
  const { length } = Buffer.from(text.replace(/^whsec_/, ''), 'base64');
  return SECRET.test(text) && length >= SECRET_BYTES.least && length <= SECRET_BYTES.most;
};

const webhookSchema = z.strictObject({
  /** The address that is told of changes. */
  url: z.url({ protocol: /^https?$/ }),
  /** The secret that signs, and while it is changed the other one. */
  secrets: z
    .array(
      z
        .string()
        .refine(
          isSecret,
          'must be 24 to 64 bytes in base64, with or without "whsec_" before them; this prints one: ' +
            `node -p "'whsec_' + crypto.randomBytes(32).toString('base64')"`
        )
    )
    .min(1)
    .max(2),
  /** Of which changes it is told; undefined means all. */
  events: z.array(z.enum(CHANGE_TYPES)).optional(),
});

/** The settings of a receiver of webhooks. */
export type WebhookSettings = z.infer<typeof webhookSchema>;

const configSchema = z.strictObject({
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
  /** Addresses of drafts for people who cannot log in. */
  preview: z.strictObject({
    /** Path, or whole address, of the page that shows a draft; `:token` is filled in. Blank means none. */
    pattern: z.union([z.literal(''), z.string().regex(/:token/, 'must contain :token')]),
    /** Hours for which such an address is good. */
    hours: z.number().positive().max(8760),
  }),
  /** The content type that holds publications; draft and publish must be on. */
  contentType: z
    .templateLiteral(['api::', z.string(), '.', z.string()])
    // Which types there are is another thing on each site; that this one is there is checked at start.
    .transform((uid) => uid as UID.ContentType),
  /** The attributes of that type that hold the title, slug, body and media of a publication. */
  attributes: attributesSchema,
  /** Further attributes that the bot may write, by the names that it has for them. */
  fields: z.record(
    z.string().regex(FIELD_NAME, 'must be letters, digits and _, and begin with a letter'),
    fieldSchema
  ),
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
    stallSeconds: z.number().positive(),
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
  /** Materials that are fetched from an address. */
  uploadByAddress: z.strictObject({
    /** Names of hosts, addresses and ranges (`10.0.0.0/8`) that may be fetched from beside the internet. */
    allowed: z.array(
      z.string().refine(isHostOrRange, 'must be a host, an address or a range such as 10.0.0.0/8')
    ),
    /** Redirects that are followed. */
    redirects: z.number().int().nonnegative(),
    /** Seconds for a whole fetch. */
    seconds: z.number().positive(),
  }),
  /** Uploads in parts. */
  resumable: z.strictObject({
    /** Where they grow; blank means a folder in the system's temporary one. Instances may share it. */
    directory: z.string(),
    /** Hours after which one that is not whole is removed. */
    hours: z.number().positive(),
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
  changes: z.strictObject({
    /** Days for which the feed tells of a change. */
    days: positive,
    /** Items on a page of the feed when `limit` is not given. */
    pageDefault: positive,
    /** Items on a page of the feed at most. */
    pageMaximum: positive,
  }),
  /** How publications were before the bot changed, published or deleted them. */
  versions: z.strictObject({
    /** Days for which that is kept; 0 keeps nothing. */
    days: z.int().nonnegative(),
  }),
  /** Publications that were deleted, with their files. */
  trash: z.strictObject({
    /** Days for which they can be restored; 0 keeps nothing. */
    days: z.int().nonnegative(),
  }),
  /** Who is told of changes; see `changes/webhooks`. */
  webhooks: z
    .array(webhookSchema)
    .refine(
      (webhooks) => new Set(webhooks.map(({ url }) => url)).size === webhooks.length,
      'must not have one address twice'
    ),
  /** Search engines that are told of public pages (https://www.indexnow.org). */
  indexNow: z.strictObject({
    /** What shows that it is this site, at `/<key>.txt`; blank means that none is told. */
    key: z
      .string()
      .regex(/^(?:[A-Za-z0-9-]{8,128})?$/, 'must be 8 to 128 letters, digits and dashes'),
    /** The search engine that is told, which tells the others. */
    endpoint: z.url({ protocol: /^https?$/ }),
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
  /** Days after which what the bot has uploaded and nobody has used is removed; 0 means never. */
  leaseDays: z.number().nonnegative().max(36_500),
  /** Whether this instance removes bytes and sweeps; some instance of a site must. */
  worker: z.boolean(),
  /**
   * Whether plain works of the bot are written in few statements, under the versions of Strapi that
   * this was compared with; `false` leaves each write to Strapi.
   */
  fastPath: z.boolean(),
});

/** The plugin's settings, as in `config/plugins.ts` under `bot.config`. */
export type BotConfig = z.infer<typeof configSchema>;

const defaults: BotConfig = {
  token: '',
  previousToken: '',
  site: 'site',
  publicUrl: '',
  urlPattern: '/works/:slug',
  reservedSlugs: [],
  preview: { pattern: '', hours: 24 },
  contentType: 'api::work.work',
  attributes: { title: 'title', slug: 'slug', body: 'body', media: 'media' },
  fields: {},
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
    stallSeconds: 30,
    storageSeconds: 300,
    databaseSeconds: 15,
    databaseStartSeconds: 60,
    stopSeconds: 20,
  },
  uploadByAddress: { allowed: [], redirects: 5, seconds: 300 },
  resumable: { directory: '', hours: 24 },
  connections: { headersSeconds: 30, requestSeconds: 1800, keepAliveSeconds: 65 },
  idempotency: { claimSeconds: 10, keepHours: 24 },
  changes: { days: 90, pageDefault: 100, pageMaximum: 1000 },
  versions: { days: 90 },
  trash: { days: 0 },
  webhooks: [],
  indexNow: { key: '', endpoint: 'https://api.indexnow.org/indexnow' },
  rateLimit: { requests: 100_000, requestSeconds: 60, wrongTokens: 100, wrongTokenSeconds: 900 },
  protectEditors: false,
  leaseDays: 30,
  worker: true,
  fastPath: true,
};

export default {
  default: defaults,
  /** @throws Error naming each setting that is wrong; Strapi then does not start. */
  validator(config: unknown): void {
    const result = configSchema.safeParse(config);
    if (!result.success) {
      const problems = result.error.issues.map(
        (issue) => `${issue.path.join('.')}: ${issue.message}`
      );
      throw new Error(`bot plugin configuration: ${problems.join('; ')}`);
    }
  },
};

/** The plugin's validated settings. */
export const botConfig = (strapi: Core.Strapi): BotConfig =>
  strapi.config.get(`plugin::${PLUGIN_ID}`);
