import { createHash } from 'node:crypto';

import { CHANGE_TYPES, type ChangeType } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import { z } from '@strapi/utils';

import { defineSettings } from '../../core/settings';

/** Length of a signing secret in bytes (Standard Webhooks 1.0.0, "Signature scheme"). */
const SECRET_BYTES = { least: 24, most: 64 };
const SECRET = /^(?:whsec_)?(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const isSecret = (text: string): boolean => {
  const { length } = Buffer.from(text.replace(/^whsec_/, ''), 'base64');
  return SECRET.test(text) && length >= SECRET_BYTES.least && length <= SECRET_BYTES.most;
};

const webhookSchema = z.strictObject({
  /** The URL that receives changes. */
  url: z.url({ protocol: /^https?$/ }),
  /** The signing secret; during a rotation, also the second secret. */
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
  /** Types of changes to send; undefined means all. */
  events: z.array(z.enum(CHANGE_TYPES)).optional(),
});

type WebhookSettings = z.infer<typeof webhookSchema>;

/** Settings of the receivers of changes. */
export const webhookSettings = defineSettings(
  'webhooks',
  z
    .array(webhookSchema)
    .refine(
      (webhooks) => new Set(webhooks.map(({ url }) => url)).size === webhooks.length,
      'must not have one address twice'
    ),
  []
);

/** A configured receiver of webhooks. */
export interface Endpoint {
  /** The receiver's key in the database, a hash, because URLs are long and may contain secrets. */
  key: string;
  url: string;
  /** The URL for display, without a password and a query. */
  shownUrl: string;
  /** Signing secrets; all of them sign. The second one is for a rotation. */
  secrets: string[];
  wants: (type: ChangeType) => boolean;
  /** Types of changes as configured; undefined for all. */
  events?: ChangeType[];
}

const KEY_LENGTH = 32;

const shown = (url: string): string => {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
};

const toEndpoint = ({ url, secrets, events }: WebhookSettings): Endpoint => ({
  key: createHash('sha256').update(url).digest('hex').slice(0, KEY_LENGTH),
  url,
  shownUrl: shown(url),
  secrets,
  events,
  wants: (type) => events === undefined || events.includes(type),
});

/** The receivers, in the order of their configuration. */
export const endpointsOf = (strapi: Core.Strapi): Endpoint[] =>
  webhookSettings.of(strapi).map(toEndpoint);
