import { createHash, randomUUID } from 'node:crypto';

import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { botConfig } from '../../config';
import { serviceOf } from '../../service';
import { inChunks } from '../../database/chunks';
import { databaseClock } from '../../database/clock';
import { knexOf, fromJson, tableOf, type DatabaseJson } from '../../database/connection';
import { createLeaseHeartbeat } from '../../database/lease-heartbeat';
import type { KeptAnswer, ReadableFile } from '../../protocol/send';
import { protocolError } from '../../protocol/errors';

const IDEMPOTENCY_UID = 'plugin::bot.idempotency-record';

/** The exclusive right to execute the request with an idempotency key. */
export interface Claim {
  /** SHA-256 of the idempotency key. */
  key: string;
  /** Random value that identifies an attempt to execute the request, since a later attempt may have the same key. */
  token: string;
}

/** An executed request with an idempotency key: fingerprint and answer. */
export interface KeptRequest {
  fingerprint: string;
  answer: KeptAnswer;
}

interface RecordRow {
  fingerprint: string;
  answer: DatabaseJson<KeptAnswer> | null;
  /** Seconds until the record expires; some drivers return text. */
  seconds_left: number | string;
}

/**
 * Converts an answer to JSON for storage, with the body as a text in this JSON. PostgreSQL and MySQL would change the
 * order of the body's fields in JSON columns.
 */
const toText = (answer: KeptAnswer): string =>
  JSON.stringify({ ...answer, body: JSON.stringify(answer.body) });

/**
 * Stored answer in the format of earlier plugin versions: the body is JSON instead of text, and an uploaded file is in
 * `file` instead of `files`.
 */
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
 * Ensures that a request with an idempotency key takes effect only once, across all instances
 * (draft-ietf-httpapi-idempotency-key-header).
 *
 * A record starts as a claim, the exclusive right to execute the request, and is committed at once so that every
 * instance sees it. The transaction with the request's changes stores the answer in the record. A running request
 * renews its claim, so an expired claim usually belongs to a dead process. If the process still runs, it finds before
 * its commit that another request has taken the claim, and rolls back.
 */
export const createIdempotencyService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { claimSeconds, keepHours } = botConfig(strapi).idempotency;
  const clock = databaseClock(strapi);
  const records = () => knexOf(strapi)(tableOf(strapi, IDEMPOTENCY_UID));

  const renew = async (claims: Claim[]): Promise<void> => {
    for (const batch of inChunks(claims)) {
      await records()
        .whereIn('key', _.map(batch, 'key'))
        .whereIn('claim', _.map(batch, 'token'))
        .whereNull('answer')
        .update({ expires_at: clock.now(claimSeconds) });
    }
  };

  const running = createLeaseHeartbeat<Claim>({
    renew,
    seconds: claimSeconds,
    onError: (error) => strapi.log.warn(error),
  });

  /**
   * Tokens of claims (rights to execute a request) that could not be released, for example on a full disk, keyed by
   * hashed idempotency key. Another request may take over these claims.
   */
  const abandoned = new Map<string, string>();

  /**
   * Tries to take the claim of an idempotency key, the right to execute its request.
   * @returns true if the key had no record, or a record that has expired or was abandoned
   */
  const take = async ({ key, token }: Claim): Promise<boolean> => {
    const rowOf = () => ({
      key,
      // The fingerprint is computed after the body was read.
      fingerprint: '',
      claim: token,
      answer: null,
      expires_at: clock.now(claimSeconds),
    });
    await records().insert(rowOf()).onConflict('key').ignore();
    const taken: number = await records()
      .where({ key })
      .where((which) =>
        which
          .where('claim', token)
          .orWhere('expires_at', '<', clock.now(0))
          .orWhere((left) => left.where('claim', abandoned.get(key) ?? token).whereNull('answer'))
      )
      .update(rowOf());
    return taken === 1;
  };

  const giveBack = async ({ key, token }: Claim): Promise<void> => {
    try {
      await records().where({ key, claim: token }).whereNull('answer').delete();
    } catch (error) {
      abandoned.set(key, token);
      setTimeout(() => abandoned.delete(key), claimSeconds * 1000).unref();
      throw error;
    }
  };

  /**
   * Tries to claim an idempotency key. After an error, releases the claim, because the database may have stored it.
   */
  const takeOrLeave = (claim: Claim): Promise<boolean> =>
    take(claim).catch(async (error: unknown) => {
      await giveBack(claim).catch((reason: unknown) => void strapi.log.warn(reason));
      throw error;
    });

  return {
    start: () => running.start(),

    stop: () => running.stop(),

    /**
     * Claims an idempotency key until `release` or `record` is called.
     * @returns the claim, or the earlier request with this key
     * @throws `idempotency-key-in-use` if a request with this key is running
     */
    async claim(plainKey: string): Promise<Claim | KeptRequest> {
      const claim = { key: hash(plainKey), token: randomUUID() };
      if (await takeOrLeave(claim)) {
        running.add(claim);
        return claim;
      }
      const row: RecordRow | undefined = await records()
        .where({ key: claim.key })
        .first('fingerprint', 'answer', {
          seconds_left: clock.secondsUntil('expires_at'),
        });
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
     * Stores the answer of a request in the same transaction as the changes that the request made.
     * @throws `idempotency-key-in-use` if the claim has expired and another request has taken it
     */
    async record(claim: Claim, answer: KeptAnswer, fingerprint: string): Promise<void> {
      // The transaction now locks the record, so a renewal would wait for it.
      running.remove(claim);
      const recorded = await records()
        .where({ key: claim.key, claim: claim.token })
        .update({
          answer: toText(answer),
          fingerprint,
          expires_at: clock.now(keepHours * SECONDS_OF_AN_HOUR),
        });
      if (recorded !== 1) throw protocolError('idempotency-key-in-use');
    },

    async release(claim: Claim): Promise<void> {
      running.remove(claim);
      await giveBack(claim);
    },

    /** Deletes expired records of requests, with or without an answer. */
    async sweep(): Promise<void> {
      await records().where('expires_at', '<', clock.now(0)).delete();
    },

    /**
     * Deletes records of requests that an earlier process has not finished. Only on SQLite, which a single process
     * uses; elsewhere the requests may be running in another instance.
     */
    async dropAbandonedClaims(): Promise<void> {
      if (strapi.db.dialect.client === 'sqlite') {
        await records().whereNull('answer').delete();
      }
    },
  };
};

export const getIdempotencyService = serviceOf<typeof createIdempotencyService>('idempotency');
