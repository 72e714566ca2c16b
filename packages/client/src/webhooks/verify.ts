import type { WebhookChange } from '@fleet-bot/protocol';
import { Webhook } from 'standardwebhooks';

/** A change from a webhook. Its id is the same in the changes feed and in every delivery. */
export type ReceivedChange = WebhookChange & { id: string };

/**
 * Verifies and parses a webhook of a site (Standard Webhooks 1.0.0). It must be signed with one of the secrets within
 * the last five minutes.
 * @param body raw request body
 * @param headers request headers with lower-case names
 * @throws Error that describes the failure
 */
export const verifyWebhook = (
  body: string,
  headers: Record<string, string | string[] | undefined>,
  secrets: readonly string[]
): ReceivedChange => {
  let fault: unknown = new TypeError('There is no secret to verify a webhook with');
  for (const secret of secrets) {
    try {
      const change = new Webhook(secret).verify(body, headers as Record<string, string>);
      return { ...(change as WebhookChange), id: String(headers['webhook-id']) };
    } catch (error) {
      fault = error;
    }
  }
  throw fault;
};
