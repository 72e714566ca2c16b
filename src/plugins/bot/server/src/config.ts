import { errors, z } from '@strapi/utils';

const MEBIBYTE = 1024 * 1024;

const positive = z.number().int().positive();

const configSchema = z.strictObject({
  /** The bearer token of the fleet bot; blank means "not configured" and answers 503. */
  token: z.string(),
  /** A second accepted token, so that a fleet can rotate without downtime; blank means none. */
  previousToken: z.string(),
  /** The name of the site, as health reports it. */
  site: z.string().min(1),
  /** Public base address, no trailing slash; blank means Strapi's own `server.url`. */
  publicUrl: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]),
  /** Path, or whole address, of a published work; `:slug` and `:id` are filled in. */
  urlPattern: z.string().regex(/:slug|:id/, 'must contain :slug or :id'),
  /** The content type that holds publications: needs `title`, `slug`, `body`, `media`, draft and publish. */
  contentType: z.templateLiteral(['api::', z.string(), '.', z.string()]),
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
    /** Images that one instance decodes at a time. */
    imagesAtOnce: positive,
    /** Images that may wait for their turn; one more is answered 503. */
    imagesWaiting: z.number().int().nonnegative(),
    /** Seconds without a byte after which a sender is cut off. */
    stallSeconds: z.number().positive(),
    /** Seconds that the storage may take for one object. */
    storageSeconds: z.number().positive(),
    /** Seconds that running requests are waited for when the site stops. */
    stopSeconds: z.number().positive(),
  }),
  idempotency: z.strictObject({
    /** Seconds after which the claim of a request that never ended is free again. */
    claimSeconds: z.number().positive(),
    /** Hours for which answers are kept. */
    keepHours: z.number().positive(),
  }),
  rateLimit: z.strictObject({
    /** Requests in a window, from all addresses. */
    requests: positive,
    requestSeconds: positive,
    /** Wrong tokens in a window, from one address. */
    wrongTokens: positive,
    wrongTokenSeconds: positive,
  }),
  /** Whether this instance removes bytes and sweeps; some instance of a site must. */
  worker: z.boolean(),
});

/** The plugin's settings, as in `config/plugins.ts` under `bot.config`. */
export type BotConfig = z.infer<typeof configSchema>;

const defaults: BotConfig = {
  token: '',
  previousToken: '',
  site: 'site',
  publicUrl: '',
  urlPattern: '/works/:slug',
  contentType: 'api::work.work',
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
    imagesWaiting: 32,
    stallSeconds: 30,
    storageSeconds: 300,
    stopSeconds: 20,
  },
  idempotency: { claimSeconds: 60, keepHours: 24 },
  rateLimit: { requests: 100_000, requestSeconds: 60, wrongTokens: 100, wrongTokenSeconds: 900 },
  worker: true,
};

export default {
  default: defaults,
  /** @throws ApplicationError naming each setting that is wrong; Strapi then does not start. */
  validator(config: unknown): void {
    const result = configSchema.safeParse(config);
    if (!result.success) {
      const problems = result.error.issues.map(
        (issue) => `${issue.path.join('.')}: ${issue.message}`
      );
      throw new errors.ApplicationError(`bot plugin configuration: ${problems.join('; ')}`);
    }
  },
};
