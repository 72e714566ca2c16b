import { createHash, randomUUID } from 'node:crypto';

import type { Core } from '@strapi/strapi';

import { IDEMPOTENCY_UID } from '../constants';
import { query, tableOf, toDate, type DatabaseDate, type Knex } from '../database/connection';
import type { Answer } from '../protocol/answer';
import { protocolError } from '../protocol/errors';

import { botConfig } from './lookup';

/** The right to carry out the request that has a key. */
export interface Claim {
  key: string;
  token: string;
}

interface RecordRow {
  fingerprint: string;
  claim: string;
  answer: Answer | string | null;
  expires_at: DatabaseDate;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Lets a request with a key take effect once, on however many instances it arrives
 * (draft-ietf-httpapi-idempotency-key-header).
 *
 * A row is first a claim, committed by itself so that every instance sees it, then an answer,
 * written in the transaction of what was answered. A claim expires: whoever held it may be dead.
 * If it was not, it finds its claim gone when it comes to commit, and rolls back.
 */
export const createIdempotencyService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { claimSeconds, keepHours } = botConfig(strapi).idempotency;
  const records = (knex: Knex) => knex(tableOf(strapi, IDEMPOTENCY_UID));
  const claimExpiry = (): Date => new Date(Date.now() + claimSeconds * 1000);

  /** @returns whether there was no row, or only one that has expired */
  const take = async ({ key, token }: Claim, fingerprint: string): Promise<boolean> => {
    const row = { key, fingerprint, claim: token, answer: null, expires_at: claimExpiry() };
    await query(strapi, (knex) => records(knex).insert(row).onConflict('key').ignore());
    const taken: number = await query(strapi, (knex) =>
      records(knex)
        .where({ key })
        .where((which) => which.where('claim', token).orWhere('expires_at', '<', new Date()))
        .update(row)
    );
    return taken === 1;
  };

  return {
    /**
     * Claims a key for a request.
     * @param fingerprint what makes two requests the same
     * @returns the claim, or the answer that this request was given before
     * @throws `idempotency-key-reused` if the key belongs to another request,
     *   `idempotency-key-in-use` if the same request is still running
     */
    async claim(plainKey: string, fingerprint: string): Promise<Claim | Answer> {
      const claim = { key: hash(plainKey), token: randomUUID() };
      if (await take(claim, fingerprint)) {
        return claim;
      }
      const row: RecordRow | undefined = await query(strapi, (knex) =>
        records(knex).where({ key: claim.key }).first()
      );
      if (row === undefined) {
        throw protocolError('idempotency-key-in-use');
      }
      if (row.fingerprint !== fingerprint) {
        throw protocolError('idempotency-key-reused');
      }
      if (row.answer === null) {
        const seconds = Math.ceil((toDate(row.expires_at).getTime() - Date.now()) / 1000);
        throw protocolError('idempotency-key-in-use', {
          details: { claimExpiresInSeconds: Math.max(0, seconds) },
        });
      }
      return typeof row.answer === 'string' ? (JSON.parse(row.answer) as Answer) : row.answer;
    },

    /**
     * Keeps the answer. To be called in the transaction that makes it true.
     * @throws `idempotency-key-in-use` if the claim has expired and another request has taken it
     */
    async record({ key, token }: Claim, answer: Answer): Promise<void> {
      const recorded = await query(strapi, (knex) =>
        records(knex)
          .where({ key, claim: token })
          .update({
            answer: JSON.stringify(answer),
            expires_at: new Date(Date.now() + keepHours * 3_600_000),
          })
      );
      if (recorded !== 1) {
        throw protocolError('idempotency-key-in-use');
      }
    },

    /** Gives the key back, because nothing was done. */
    async release({ key, token }: Claim): Promise<void> {
      await query(strapi, (knex) =>
        records(knex).where({ key, claim: token }).whereNull('answer').delete()
      );
    },

    /** Drops answers that are past their time, and claims that nobody asked for again. */
    async sweep(): Promise<void> {
      await query(strapi, (knex) => records(knex).where('expires_at', '<', new Date()).delete());
    },

    /**
     * Drops the claims of the process that had this database before. Only on SQLite, which one
     * process uses at a time; elsewhere they belong to other instances, and expire.
     */
    async dropAbandonedClaims(): Promise<void> {
      if (strapi.db.dialect.client === 'sqlite') {
        await query(strapi, (knex) => records(knex).whereNull('answer').delete());
      }
    },
  };
};

export type IdempotencyService = ReturnType<typeof createIdempotencyService>;
