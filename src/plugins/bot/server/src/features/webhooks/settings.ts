import { CHANGE_TYPES } from '@fleet-bot/protocol';
import { z } from '@strapi/utils';

import { defineSettings } from '../../core/settings';

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

/** Who is told of changes. */
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
