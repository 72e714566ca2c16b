import type { Core } from '@strapi/strapi';

import { botConfig } from '../config';
import { transaction } from '../database/connection';
import { faultOf } from '../database/faults';
import { holdLock } from '../database/locks';
import { failureIn, whileReading, whileWriting } from '../strapi/database/transactions';
import type { DocumentMiddleware } from '../strapi/register-innermost';

import type { AfterWrite, Read, ReadMiddleware, Write, WritePhases } from './phases';

const WRITES: ReadonlySet<string> = new Set<Write['action']>([
  'create',
  'clone',
  'update',
  'delete',
  'publish',
  'unpublish',
  'discardDraft',
]);
const LISTS: ReadonlySet<string> = new Set<Read['action']>(['findMany', 'count']);
const READS: ReadonlySet<string> = new Set([...LISTS, 'findOne', 'findFirst']);

/** PostgreSQL: a statement came after one that has failed in the same transaction. */
const ABORTED = '25P02';

/**
 * The cause of a failed transaction, which may not be what was thrown: Strapi's validator reports a lost
 * database as a missing relation, and statements after an ignored error fail for another reason.
 */
const truth = (transactor: object, thrown: unknown): unknown => {
  const failure = failureIn(transactor);
  const isConsequence =
    faultOf(failure) !== undefined || Reflect.get(Object(thrown), 'code') === ABORTED;
  return isConsequence ? (failure ?? thrown) : thrown;
};

/** Parameters that phases may change: the caller keeps its own, which it may use again. */
const withOwnData = (params: Write['params']): Write['params'] => ({
  ...params,
  ...(params.data && { data: { ...params.data } }),
});

/** Runs a write through its phases. Only what takes time is awaited: each promise costs, and most phases need none. */
const runPhases = async <Result>(
  phases: readonly WritePhases[],
  write: Write,
  next: () => Promise<Result>
): Promise<Result> => {
  for (const phase of phases) {
    const validating = phase.validate?.(write);
    if (validating !== undefined) await validating;
  }
  const completeAndWrite = async (): Promise<Result> => {
    const after: AfterWrite[] = [];
    for (const phase of phases) {
      const completing = phase.complete?.(write);
      if (completing !== undefined) await completing;
    }
    for (const phase of phases) {
      const looking = phase.record?.(write);
      const record = typeof looking === 'object' ? await looking : looking;
      if (record !== undefined) after.push(record);
    }
    const result = await next();
    for (const record of after) {
      await record(result);
    }
    return result;
  };
  const enclosed = phases.reduceRight<() => Promise<Result>>(
    (inner, phase) => () => phase.enclose?.(write, inner) ?? inner(),
    completeAndWrite
  );
  return enclosed();
};

/**
 * The plugin's one document middleware: it puts a write of a publication and all that features do with it
 * into one transaction, one write of a document at a time. Strapi opens a transaction inside of its
 * middlewares only, and has no lock.
 */
export const createWriteMiddleware = (
  strapi: Core.Strapi,
  phases: () => readonly WritePhases[],
  readers: () => readonly ReadMiddleware[]
): DocumentMiddleware => {
  const { contentType } = botConfig(strapi);

  return async (context, next) => {
    const { action, uid } = context;
    const isPublication = uid === contentType;
    if (READS.has(action)) {
      // Strapi opens a transaction for a read too, which must not wait for who writes.
      const find = () => whileReading(next);
      if (!isPublication || !LISTS.has(action)) {
        return find();
      }
      // The parameters belong to the caller.
      context.params = { ...context.params };
      const read = context as unknown as Read;
      const list = readers().reduceRight<() => Promise<unknown>>(
        (inner, reader) => () => reader(read, inner),
        async () => find()
      );
      return list() as ReturnType<typeof next>;
    }
    if (!isPublication || !WRITES.has(action)) {
      return whileWriting(next);
    }
    const write = context as unknown as Write;
    write.params = withOwnData(write.params);
    return whileWriting(() =>
      transaction(strapi, async (transactor) => {
        const { documentId } = write.params;
        if (typeof documentId === 'string') {
          await holdLock(strapi, 'document', documentId);
        }
        try {
          return await runPhases(phases(), write, async () => next());
        } catch (error) {
          throw truth(transactor, error);
        }
      })
    );
  };
};

/** The innermost step of a write: a feature's own, or Strapi's. See `registerInnermost`. */
export const createInnermostWrite = (
  strapi: Core.Strapi,
  phases: readonly WritePhases[]
): DocumentMiddleware => {
  const { contentType } = botConfig(strapi);
  const writers = phases.flatMap(({ write }) => write ?? []).reverse();

  return async (context, next) => {
    if (context.uid === contentType && WRITES.has(context.action)) {
      for (const writer of writers) {
        const result = await writer(context as unknown as Write);
        if (result !== undefined) {
          return result as Awaited<ReturnType<typeof next>>;
        }
      }
    }
    return next();
  };
};
