import type { ToldChange } from '@fleet-bot/protocol';
import { Webhook } from 'standardwebhooks';

/** A change as a webhook tells it, with the id by which the feed and every other attempt tell the same one. */
export type ReceivedChange = ToldChange & { id: string };

/**
 * Reads a webhook of a site (Standard Webhooks 1.0.0): from one of the secrets, and sent within the last five minutes.
 * @param body as it came, not parsed
 * @param headers by their names in lower case
 * @throws Error that says what is wrong
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
      return { ...(change as ToldChange), id: String(headers['webhook-id']) };
    } catch (error) {
      fault = error;
    }
  }
  throw fault;
};
