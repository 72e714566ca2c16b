import { createHash } from 'node:crypto';

import type { ChangeType } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { webhookSettings, type WebhookSettings } from './settings';

/** A receiver of webhooks, as it is configured. */
export interface Endpoint {
  /** What it is known by in the database: addresses are long, and may hold secrets. */
  key: string;
  url: string;
  /** The address as it may be shown: without a password, and without a query. */
  shownUrl: string;
  /** All of them sign; the second one is for a change of secrets. */
  secrets: string[];
  wants: (type: ChangeType) => boolean;
  /** As configured; undefined for all. */
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

/** The receivers, in the order in which they are configured. */
export const endpointsOf = (strapi: Core.Strapi): Endpoint[] =>
  webhookSettings.of(strapi).map(toEndpoint);
