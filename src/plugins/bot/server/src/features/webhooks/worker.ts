import type { Core } from '@strapi/strapi';

import { serviceOf } from '../../core/service';
import { createReaderWorker } from '../changes';

import { createDispatcher } from './dispatcher';
import { endpointsOf } from './settings';

const INTERVAL_MILLISECONDS = 1_000;

/** The worker that sends changes to all receivers. */
export const createWebhookWorkerService = ({ strapi }: { strapi: Core.Strapi }) =>
  createReaderWorker(strapi, 'BotWebhookWorker', INTERVAL_MILLISECONDS, () =>
    endpointsOf(strapi).map((endpoint) => createDispatcher(strapi, endpoint))
  );

export const getWebhookWorkerService =
  serviceOf<typeof createWebhookWorkerService>('webhookWorker');
