import { createHash, randomUUID } from 'node:crypto';

import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { botConfig } from '../../config';
import { serviceOf } from '../../service';
import { inChunks } from '../../database/chunks';
import { databaseClock } from '../../database/clock';
import { fromJson, query, tableOf, type DatabaseJson, type Knex } from '../../database/connection';
import { createLeaseHeartbeat } from '../../database/lease-heartbeat';
import type { KeptAnswer, ReadableFile } from '../../protocol/answer';
import { protocolError } from '../../protocol/errors';

const IDEMPOTENCY_UID = 'plugin::bot.idempotency-record';

/** The right to carry out the request that has a key. */
export interface Claim {
  /** The hash of the key. */
  key: string;
  /** Random, so that a claim that was taken over is not mistaken for one's own. */
  token: string;
}

/** A request that was carried out: what made it itself, and what it was answered. */
export interface KeptRequest {
  fingerprint: string;
  answer: KeptAnswer;
}

interface RecordRow {
  fingerprint: string;
  answer: DatabaseJson<KeptAnswer> | null;
  /** Seconds until it expires; some drivers give a text. */
  seconds_left: number | string;
}

/** As text, a body keeps its order of fields; PostgreSQL and MySQL change that of JSON. */
const toText = (answer: KeptAnswer): string =>
  JSON.stringify({ ...answer, body: JSON.stringify(answer.body) });

/** Earlier versions kept the body as it is, and the file of an upload alone. */
type EarlierAnswer = KeptAnswer & { file?: ReadableFile };

const fromText = (kept: DatabaseJson<EarlierAnswer>): KeptAnswer => {
  const { file, ...answer } = fromJson(kept);
  const body = fromJson(answer.body);
  const id = String(Reflect.get(Object(body), 'id'));
  return { ...answer, body, ...(file && { files: { [id]: file } }) };
};

const SECONDS_OF_AN_HOUR = 3_600;

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Lets a request with a key take effect once, on any number of instances
 * (draft-ietf-httpapi-idempotency-key-header).
 *
 * A row is first a claim, committed at once so that every instance sees it; then an answer, written in the
 * transaction of its effect. A running request renews its claim, so an expired claim has no live owner. An
 * owner that lives all the same finds its claim gone when it commits, and rolls back.
 */
export const createIdempotencyService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { claimSeconds, keepHours } = botConfig(strapi).idempotency;
  const clock = databaseClock(strapi);
  const records = (knex: Knex) => knex(tableOf(strapi, IDEMPOTENCY_UID));

  const renew = async (claims: Claim[]): Promise<void> => {
    for (const batch of inChunks(claims)) {
      await query(strapi, (knex) =>
        records(knex)
          .whereIn('key', _.map(batch, 'key'))
          .whereIn('claim', _.map(batch, 'token'))
          .whereNull('answer')
          .update({ expires_at: clock.now(knex, claimSeconds) })
      );
    }
  };

  const running = createLeaseHeartbeat<Claim>({
    renew,
    seconds: claimSeconds,
    onError: (error) => strapi.log.warn(error),
  });

  /** By key, claims that could not be given back, as on a full disk: this process knows that nobody holds them. */
  const abandoned = new Map<string, string>();

  /** @returns whether there was no row, or only one that nobody holds any more */
  const take = async ({ key, token }: Claim): Promise<boolean> => {
    const rowOf = (knex: Knex) => ({
      key,
      // Known when the body is in.
      fingerprint: '',
      claim: token,
      answer: null,
      expires_at: clock.now(knex, claimSeconds),
    });
    await query(strapi, (knex) => records(knex).insert(rowOf(knex)).onConflict('key').ignore());
    const taken: number = await query(strapi, (knex) =>
      records(knex)
        .where({ key })
        .where((which) =>
          which
            .where('claim', token)
            .orWhere('expires_at', '<', clock.now(knex, 0))
            .orWhere((left) => left.where('claim', abandoned.get(key) ?? token).whereNull('answer'))
        )
        .update(rowOf(knex))
    );
    return taken === 1;
  };

  const giveBack = async ({ key, token }: Claim): Promise<void> => {
    try {
      await query(strapi, (knex) =>
        records(knex).where({ key, claim: token }).whereNull('answer').delete()
      );
    } catch (error) {
      abandoned.set(key, token);
      setTimeout(() => abandoned.delete(key), claimSeconds * 1000).unref();
      throw error;
    }
  };

  /** A claim whose statement has failed may have come through all the same, and stay for nobody. */
  const takeOrLeave = (claim: Claim): Promise<boolean> =>
    take(claim).catch(async (error: unknown) => {
      await giveBack(claim).catch((reason: unknown) => void strapi.log.warn(reason));
      throw error;
    });

  return {
    start: () => running.start(),

    stop: () => running.stop(),

    /**
     * Claims a key until `release` or `record`.
     * @returns the claim, or the earlier request with this key
     * @throws `idempotency-key-in-use` if a request with it is still running
     */
    async claim(plainKey: string): Promise<Claim | KeptRequest> {
      const claim = { key: hash(plainKey), token: randomUUID() };
      if (await takeOrLeave(claim)) {
        running.add(claim);
        return claim;
      }
      const row: RecordRow | undefined = await query(strapi, (knex) =>
        records(knex)
          .where({ key: claim.key })
          .first('fingerprint', 'answer', {
            seconds_left: clock.secondsUntil(knex, 'expires_at'),
          })
      );
      if (row === undefined || row.answer === null) {
        throw protocolError('idempotency-key-in-use', {
          details: row && {
            claimExpiresInSeconds: Math.max(0, Math.ceil(Number(row.seconds_left))),
          },
        });
      }
      return { fingerprint: row.fingerprint, answer: fromText(row.answer) };
    },

    /**
     * Stores the answer, in the transaction of its effect.
     * @throws `idempotency-key-in-use` if the claim has expired and another request has taken it
     */
    async record(claim: Claim, answer: KeptAnswer, fingerprint: string): Promise<void> {
      // From here on the transaction holds the row, and a beat would wait for it.
      running.remove(claim);
      const recorded = await query(strapi, (knex) =>
        records(knex)
          .where({ key: claim.key, claim: claim.token })
          .update({
            answer: toText(answer),
            fingerprint,
            expires_at: clock.now(knex, keepHours * SECONDS_OF_AN_HOUR),
          })
      );
      if (recorded !== 1) {
        throw protocolError('idempotency-key-in-use');
      }
    },

    async release(claim: Claim): Promise<void> {
      running.remove(claim);
      await giveBack(claim);
    },

    /** Drops answers that are past their time, and claims that nobody asked for again. */
    async sweep(): Promise<void> {
      await query(strapi, (knex) =>
        records(knex).where('expires_at', '<', clock.now(knex, 0)).delete()
      );
    },

    /**
     * Drops claims of an earlier process. Only on SQLite, which one process uses; elsewhere they may be another
     * instance's.
     */
    async dropAbandonedClaims(): Promise<void> {
      if (strapi.db.dialect.client === 'sqlite') {
        await query(strapi, (knex) => records(knex).whereNull('answer').delete());
      }
    },
  };
};

export const getIdempotencyService = serviceOf<typeof createIdempotencyService>('idempotency');
