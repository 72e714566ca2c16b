import { z } from 'zod';

import { answer } from './objects';
import { time } from './texts';

/** Version of the interface. Additions raise the second number; nothing is removed or changed. */
export const PROTOCOL_VERSION = '1.0.0';

/** Answer to a request without a token. */
export const greeting = answer({
  site: z.string().describe('The name of the site'),
  protocol: z.string().describe('The version of the interface'),
}).meta({ id: 'Greeting', examples: [{ site: 'Northern Lights', protocol: PROTOCOL_VERSION }] });

const limit = (description: string) => z.number().describe(description);
const types = z.array(z.string()).nullable();

/** Answer to a bot's first request: versions, features and limits of the site. Later versions only add properties. */
export const handshake = greeting
  .extend({
    adapter: z.string().describe('The version of the plugin'),
    strapi: z.string().describe('The version of Strapi'),
    time: time.describe("The site's clock, in UTC"),
    addresses: answer({
      api: z.url().describe('What all paths of the interface begin with'),
      publication: z
        .string()
        .describe('The public address of a publication, with :slug, :id and :locale in it'),
    }),
    languages: z.array(z.string()).describe('Of publications; none where they have one language'),
    features: z.array(z.string()).describe('What is switched on'),
    limits: answer({
      listDefault: limit('Items on a page of a list if limit is not given'),
      listMaximum: limit('Items on a page of a list at most'),
      titleLength: limit('Characters of a title'),
      bodyBytes: limit('Bytes of a body text in UTF-8'),
      mediaCount: limit('Elements of media'),
      jsonBytes: limit('Bytes of a JSON request'),
      uploadBytes: limit('Bytes of a file'),
      imageBytes: limit('Bytes of an image'),
      imagePixels: limit('Width times height times frames of an image'),
      requests: limit('Requests of the bot in a window'),
      requestSeconds: limit('Seconds of such a window'),
      requestTimeoutSeconds: limit('Seconds that a whole request may take'),
    }),
    acceptedTypes: answer({
      allowed: types.describe('Types of files, as image/*; null for all'),
      denied: types.describe('Types of files that are refused all the same; null for none'),
    }),
    fields: z
      .record(z.string(), z.record(z.string(), z.json()))
      .describe('JSON Schemas of the further fields of publications, by their names'),
  })
  .meta({ id: 'Handshake' });
export type Greeting = z.infer<typeof greeting>;
export type Handshake = z.infer<typeof handshake>;
