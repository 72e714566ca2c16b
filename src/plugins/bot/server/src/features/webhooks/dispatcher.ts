import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { transaction } from '../../core/database/connection';
import { serviceOf } from '../../core/service';
import {
  type ChangeRow,
  changesFrom,
  clampRetryAfter,
  createReaderCursors,
  createReaderWorker,
  pauseAfter,
  type Reader,
  toItem,
} from '../changes';

import { createDeliveries, type Delivery } from './deliveries';
import { createSender, type Outcome } from './send';
import { type Endpoint, endpointsOf } from './settings';

/** Maximum number of changes to read and send before their results are stored. */
const BATCH = 200;
/** Maximum number of concurrent requests to one receiver. */
const AT_ONCE = 16;
/** Maximum number of waiting changes for a failing receiver. Further changes stay in the change table. */
const MOST_WAITING = 1_000;
/**
 * Time in milliseconds between probes of a failing receiver with `MOST_WAITING` waiting changes. A probe sends one more
 * change; after a success, the next change follows at once.
 */
const PROBE_MILLISECONDS = 60_000;

/** A change to send, with its row if it has failed before. */
interface Message {
  change: ChangeRow;
  delivery?: Delivery;
}

type Failure = Extract<Outcome, { kind: 'failed' }>;

const isEarly = ({ delivery }: Message): boolean => delivery?.isEarly ?? false;

/** The results of sending a batch of changes to a receiver. */
interface Report {
  delivered: Message[];
  failed: { message: Message; failure: Failure }[];
  /**
   * Changes to send later: changes behind a failed or waiting change of the same publication or material, and changes
   * not sent because the receiver is gone or the worker stops.
   */
  held: Message[];
  isDisabled: boolean;
}

/**
 * Whether a receiver accepts changes again, so that all waiting changes are retried now: the receiver accepted a change
 * after a period of failures, or accepted some early attempts and rejected others without `Retry-After`. A change that
 * is always rejected is not retried whenever another change is accepted.
 */
const isBack = ({ delivered, failed }: Report, wasFailing: boolean): boolean =>
  delivered.length > 0 &&
  (wasFailing ||
    (delivered.some(isEarly) &&
      failed.some(({ message, failure }) => isEarly(message) && failure.retryAfter === undefined)));

const isFailing = ({ delivered, failed }: Report, wasFailing: boolean): boolean =>
  delivered.length === 0 && (wasFailing || failed.some(({ message }) => !isEarly(message)));

/** Sends changes to one receiver. A batch is read, sent, and then stored in one transaction; after a crash it is sent again. */
export const createDispatcher = (strapi: Core.Strapi, endpoint: Endpoint): Reader => {
  const deliveries = createDeliveries(strapi);
  const states = createReaderCursors(strapi);
  const sender = createSender(endpoint, AT_ONCE);
  const { key } = endpoint;
  let probedAt = -Infinity;

  /**
   * Reads new changes to send; only one change, as a probe now and then, if the receiver fails and `MOST_WAITING`
   * changes wait.
   */
  const newChanges = async (
    position: number,
    waiting: number,
    wasFailing: boolean
  ): Promise<ChangeRow[]> => {
    if (waiting < MOST_WAITING || !wasFailing) return changesFrom(strapi, position + 1, BATCH);
    if (performance.now() - probedAt < PROBE_MILLISECONDS) return [];
    const probe = await changesFrom(strapi, position + 1, 1);
    if (probe.length > 0) {
      probedAt = performance.now();
    }
    return probe;
  };

  /** Sends the changes of one publication or material in order, until the receiver does not accept a change. */
  const sendInOrder = async (chain: Message[], report: Report): Promise<void> => {
    for (const [index, message] of chain.entries()) {
      const outcome: Outcome = report.isDisabled
        ? { kind: 'gone' }
        : await sender.send(toItem(message.change));
      if (outcome.kind === 'delivered') {
        report.delivered.push(message);
        continue;
      }
      if (outcome.kind === 'gone') {
        report.isDisabled = true;
        report.held.push(message);
      } else {
        report.failed.push({ message, failure: outcome });
      }
      report.held.push(...chain.slice(index + 1));
      return;
    }
  };

  const sendAll = async (
    chains: Message[][],
    report: Report,
    mayGoOn: () => boolean
  ): Promise<void> => {
    const left = chains.values();
    const work = async (): Promise<void> => {
      for (const chain of left) {
        if (mayGoOn()) {
          await sendInOrder(chain, report);
        } else {
          report.held.push(...chain);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  };

  /** Stores a failed delivery with the time of its next attempt. */
  const postpone = async (
    { change, delivery }: Message,
    { reason, retryAfter: requested }: Failure
  ): Promise<void> => {
    const retryAfter = requested === undefined ? undefined : clampRetryAfter(requested);
    if (delivery?.isEarly) return deliveries.postponeEarly(delivery, { reason, retryAfter });
    const attempts = (delivery?.attempts ?? 0) + 1;
    const next = { attempts, reason, pause: pauseAfter(attempts), retryAfter };
    if (next.pause === undefined) {
      strapi.log.error(
        `Webhook ${endpoint.shownUrl}: change ${change.document_id} was given up after ${attempts} attempts: ${reason}`
      );
    }
    const { number, subject } = change;
    return delivery === undefined
      ? deliveries.add(key, [{ number, subject, ...next }])
      : deliveries.postpone(delivery, next);
  };

  const settle = async (
    report: Report,
    lease: string,
    position: number,
    wasFailing: boolean
  ): Promise<void> => {
    const { delivered, failed, held, isDisabled } = report;
    await transaction(strapi, async () => {
      await states.moveTo(key, lease, {
        position,
        hasTaken: delivered.length > 0,
        isFailing: isFailing(report, wasFailing),
        isDisabled,
      });
      await deliveries.remove(
        delivered.flatMap(({ delivery }) => (delivery === undefined ? [] : [delivery]))
      );
      const [requested, others] = _.partition(
        failed,
        ({ failure }) => failure.retryAfter !== undefined
      );
      for (const { message, failure } of others) {
        await postpone(message, failure);
      }
      const added = held.filter(({ delivery }) => delivery === undefined);
      await deliveries.add(
        key,
        added.map(({ change: { number, subject } }) => ({ number, subject }))
      );
      if (isBack(report, wasFailing)) {
        await deliveries.wake(key);
      }
      // Postponed last, because the receiver has asked for these pauses.
      for (const { message, failure } of requested) {
        await postpone(message, failure);
      }
    });
  };

  return {
    key,

    async hasWork(newest) {
      const { position, disabledAt } = await states.find(key);
      return disabledAt === null && (position < newest || (await deliveries.hasDue(key)));
    },

    async deliverBatch(lease, mayGoOn) {
      const { position, disabledAt, isFailing: wasFailing } = await states.find(key);
      if (disabledAt !== null) return false;
      const due = await deliveries.due(key, BATCH);
      const waiting = await deliveries.count(key, MOST_WAITING);
      const behind = await newChanges(position, waiting, wasFailing);
      if (due.length === 0 && behind.length === 0) return false;
      const wanted = behind.filter(({ kind, event }) => endpoint.wants(`${kind}.${event}`));
      const subjects = [...new Set(wanted.map(({ subject }) => subject))];
      // New changes of a subject with waiting deliveries must wait behind them.
      const held = waiting === 0 ? new Set() : await deliveries.waitingAmong(key, subjects);
      const fresh = wanted.filter(({ subject }) => !held.has(subject));
      const report: Report = {
        delivered: [],
        failed: [],
        held: wanted.filter(({ subject }) => held.has(subject)).map((change) => ({ change })),
        isDisabled: false,
      };
      const messages: Message[] = [...due, ...fresh.map((change) => ({ change }))];
      // Sends each subject's changes in order, grouped by subject.
      await sendAll(Object.values(_.groupBy(messages, 'change.subject')), report, mayGoOn);
      await settle(report, lease, behind.at(-1)?.number ?? position, wasFailing);
      if (report.delivered.length > 0) probedAt = -Infinity;
      if (report.isDisabled) {
        strapi.log.error(
          `Webhook ${endpoint.shownUrl} was disabled: its receiver answered 410 (Gone)`
        );
      }
      return !report.isDisabled;
    },

    close: sender.close,
  };
};

const INTERVAL_MILLISECONDS = 1_000;

/** The worker that sends changes to all receivers. */
export const createWebhookWorkerService = ({ strapi }: { strapi: Core.Strapi }) =>
  createReaderWorker(strapi, 'BotWebhookWorker', INTERVAL_MILLISECONDS, () =>
    endpointsOf(strapi).map((endpoint) => createDispatcher(strapi, endpoint))
  );

export const getWebhookWorkerService =
  serviceOf<typeof createWebhookWorkerService>('webhookWorker');
