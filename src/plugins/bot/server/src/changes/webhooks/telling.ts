import type { Core } from '@strapi/strapi';

import { CHANGE_UID } from '../../constants';
import { query, tableOf, transaction, type Knex } from '../../database/connection';
import { toItem, type ChangeRow } from '../rows';

import { createDeliveries, type Delivery, type Postponed } from './deliveries';
import type { Endpoint } from './endpoints';
import { pauseAfter } from './schedule';
import { createSender, type Outcome } from './send';
import { createWebhookStates } from './state';

/** Changes that are read and told before anything is written down. */
const BATCH = 200;
/** Requests to one receiver at a time. */
const AT_ONCE = 16;
/** Changes that wait for one receiver; if there are more, the others stay where they are. */
const MOST_WAITING = 1_000;

/** A change on its way, with its row if it has failed before. */
interface Message {
  change: ChangeRow;
  delivery?: Delivery;
}

const told = ({ change, delivery }: Message) => ({
  number: change.number,
  subject: change.subject,
  ...(delivery !== undefined && { id: delivery.id }),
});

const postponed = (
  { delivery }: Message,
  outcome: Extract<Outcome, { kind: 'failed' }>
): Postponed => {
  const attempts = (delivery?.attempts ?? 0) + 1;
  return { attempts, reason: outcome.reason, pause: pauseAfter(attempts, outcome.retryAfter) };
};

/** What a batch came to. */
interface Report {
  delivered: Message[];
  failed: { telling: Message; postponed: Postponed }[];
  /** Behind one of the same subject that has failed, or not tried any more. */
  held: Message[];
  isGone: boolean;
  /** Whether some were not tried because the site stops. */
  isCut: boolean;
}

/**
 * Tells one receiver what has changed. Each batch is read, told, and then written down in one
 * transaction: a process that dies in between tells it again, with the same ids.
 */
export const createTelling = (strapi: Core.Strapi, endpoint: Endpoint) => {
  const deliveries = createDeliveries(strapi);
  const states = createWebhookStates(strapi);
  const sender = createSender(endpoint, AT_ONCE);
  const { key } = endpoint;
  const changes = (knex: Knex) => knex<ChangeRow>(tableOf(strapi, CHANGE_UID));

  const changesBehind = async (position: number): Promise<ChangeRow[]> =>
    query(strapi, async (knex) =>
      changes(knex).where('number', '>', position).orderBy('number').limit(BATCH)
    );

  /** Deliveries that are due, with their changes; one whose change is not kept any more goes. */
  const dueTellings = async (): Promise<Message[]> => {
    const due = await deliveries.due(key, BATCH);
    if (due.length === 0) {
      return [];
    }
    const numbers = due.map(({ number }) => number);
    const rows = await query(strapi, async (knex) => changes(knex).whereIn('number', numbers));
    const byNumber = new Map(rows.map((row) => [row.number, row]));
    const forgotten = due.filter(({ number }) => !byNumber.has(number));
    await deliveries.remove(forgotten);
    await deliveries.promote(
      key,
      forgotten.map(({ subject }) => subject)
    );
    return due.flatMap((delivery) => {
      const change = byNumber.get(delivery.number);
      return change === undefined ? [] : [{ change, delivery }];
    });
  };

  /** Sends the changes of one subject one after the other, as far as they are taken. */
  const tellInOrder = async (chain: Message[], report: Report): Promise<void> => {
    for (const [index, telling] of chain.entries()) {
      const outcome: Outcome = report.isGone
        ? { kind: 'gone' }
        : await sender.send(toItem(telling.change));
      if (outcome.kind === 'delivered') {
        report.delivered.push(telling);
        continue;
      }
      if (outcome.kind === 'gone') {
        report.isGone = true;
        report.held.push(telling);
      } else {
        report.failed.push({ telling, postponed: postponed(telling, outcome) });
      }
      report.held.push(...chain.slice(index + 1));
      return;
    }
  };

  const tellAll = async (
    chains: Message[][],
    report: Report,
    mayGoOn: () => boolean
  ): Promise<void> => {
    const left = chains.values();
    const work = async (): Promise<void> => {
      for (const chain of left) {
        if (mayGoOn()) {
          await tellInOrder(chain, report);
        } else {
          report.isCut = true;
          report.held.push(...chain);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  };

  /** In the order of their numbers; of one subject together. */
  const chainsOf = (tellings: Message[]): Message[][] => {
    const chains = new Map<string, Message[]>();
    for (const telling of tellings) {
      const { subject } = telling.change;
      const chain = chains.get(subject);
      if (chain === undefined) chains.set(subject, [telling]);
      else chain.push(telling);
    }
    return [...chains.values()];
  };

  const warn = ({ telling, postponed: { attempts, reason, pause } }: Report['failed'][number]) => {
    const { document_id: id } = telling.change;
    if (pause === undefined) {
      strapi.log.error(
        `Webhook ${endpoint.shownUrl}: change ${id} is given up after ${attempts} tries: ${reason}`
      );
    }
  };

  const settle = async (report: Report, lease: string, position: number): Promise<void> => {
    const { delivered, failed, held, isGone, isCut } = report;
    await transaction(strapi, async () => {
      await states.moveTo(key, lease, position, isGone);
      await deliveries.remove(
        delivered.flatMap(({ delivery }) => (delivery === undefined ? [] : [delivery]))
      );
      for (const { telling, postponed: next } of failed) {
        if (telling.delivery !== undefined) {
          await deliveries.postpone(telling.delivery, next);
        }
      }
      const fresh = failed.filter(({ telling }) => telling.delivery === undefined);
      await deliveries.add(key, [
        ...fresh.map(({ telling, postponed: next }) => ({ ...told(telling), ...next })),
        ...held.filter(({ delivery }) => delivery === undefined).map(told),
      ]);
      const tried = [...delivered, ...failed.map(({ telling }) => telling), ...held];
      const subjects = tried
        .filter(({ delivery }) => delivery !== undefined || isGone || isCut)
        .map(({ change }) => change.subject);
      await deliveries.promote(key, [...new Set(subjects)]);
    });
    failed.forEach(warn);
  };

  return {
    endpoint,

    /** Whether there may be something to tell: a look, without a lease. */
    async hasWork(newest: number): Promise<boolean> {
      const { position, disabledAt } = await states.find(key);
      return disabledAt === null && (position < newest || (await deliveries.hasDue(key)));
    },

    /**
     * Tells one batch, for the holder of the lease.
     * @returns whether there may be more
     */
    async tellSome(lease: string, mayGoOn: () => boolean): Promise<boolean> {
      const { position, disabledAt } = await states.find(key);
      if (disabledAt !== null) {
        return false;
      }
      const due = await dueTellings();
      const room = MOST_WAITING - (await deliveries.count(key, MOST_WAITING));
      const behind = room > 0 ? await changesBehind(position) : [];
      if (due.length === 0 && behind.length === 0) {
        return false;
      }
      const wanted = behind.filter(({ kind, event }) => endpoint.wants(`${kind}.${event}`));
      const subjects = [...new Set(wanted.map(({ subject }) => subject))];
      // Whose subject has one that waits: they wait behind it.
      const heads = room === MOST_WAITING ? new Map() : await deliveries.heads(key, subjects);
      const fresh = wanted.filter(({ subject }) => !heads.has(subject));
      const report: Report = {
        delivered: [],
        failed: [],
        held: wanted.filter(({ subject }) => heads.has(subject)).map((change) => ({ change })),
        isGone: false,
        isCut: false,
      };
      await tellAll(chainsOf([...due, ...fresh.map((change) => ({ change }))]), report, mayGoOn);
      await settle(report, lease, behind.at(-1)?.number ?? position);
      if (report.isGone) {
        strapi.log.error(`Webhook ${endpoint.shownUrl} is switched off: its receiver answered 410`);
      }
      return !report.isGone;
    },

    close: () => sender.close(),
  };
};

export type Telling = ReturnType<typeof createTelling>;
