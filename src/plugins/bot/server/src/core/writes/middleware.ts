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

/** PostgreSQL's code for a statement after a failed one in the same transaction. */
const ABORTED = '25P02';

/**
 * The root cause of a failed transaction, which may differ from the thrown error: Strapi's validator reports a lost
 * database as a missing relation, and statements after an ignored error fail with another error.
 */
const rootCauseOf = (transactor: object, thrown: unknown): unknown => {
  const failure = failureIn(transactor);
  const isConsequence =
    faultOf(failure) !== undefined || Reflect.get(Object(thrown), 'code') === ABORTED;
  return isConsequence ? (failure ?? thrown) : thrown;
};

/**
 * Copies a write's parameters and their `data`, because features may change them, and the caller or another
 * try may use the originals again.
 */
const withOwnData = (params: Write['params']): Write['params'] => ({
  ...params,
  ...(params.data && { data: { ...params.data } }),
});

/**
 * Runs a write through its phases. Awaits only actual promises, because each `await` costs time and most phases return
 * no promise.
 */
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
 * The plugin's only document middleware. Runs a write of a publication with all contributions of features in one
 * transaction, under the document's lock. Strapi opens its transaction only inside its middlewares, and has no locks.
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
      // Strapi opens a transaction also for reads, which must not wait for writers.
      const find = () => whileReading(next);
      if (!isPublication || !LISTS.has(action)) return find();
      // The parameters are copied, because they belong to the caller.
      context.params = { ...context.params };
      const read = context as unknown as Read;
      const list = readers().reduceRight<() => Promise<unknown>>(
        (inner, reader) => () => reader(read, inner),
        async () => find()
      );
      return list() as ReturnType<typeof next>;
    }
    if (!isPublication || !WRITES.has(action)) return whileWriting(next);
    const write = context as unknown as Write;
    const { params } = write;
    return whileWriting(() =>
      transaction(strapi, async (transactor) => {
        write.params = withOwnData(params);
        const { documentId } = write.params;
        if (typeof documentId === 'string') {
          await holdLock(strapi, 'document', documentId);
        }
        try {
          return await runPhases(phases(), write, async () => next());
        } catch (error) {
          throw rootCauseOf(transactor, error);
        }
      })
    );
  };
};

/**
 * Creates the function that runs a write after all middlewares. A feature may store the publication itself; otherwise
 * Strapi does.
 */
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
        if (result !== undefined) return result as Awaited<ReturnType<typeof next>>;
      }
    }
    return next();
  };
};
