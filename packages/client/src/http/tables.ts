/*
 * What the client needs to know of the protocol while it runs. The build puts the values of these constants in their
 * place, so that neither the schemas nor zod are part of the client.
 */
import { OPERATIONS, RETRY_AFTER, type Operation, type OperationId } from '@fleet-bot/protocol';

/** How an operation is asked for. */
export interface Route {
  method: Operation['method'];
  path: string;
  isPublic: boolean;
  /** Whether it takes an `Idempotency-Key`. */
  takesKey: boolean;
}

export const ROUTES = Object.fromEntries(
  Object.entries<Operation>(OPERATIONS).map(([id, { method, path, isPublic, headers = {} }]) => [
    id,
    { method, path, isPublic: isPublic === true, takesKey: 'Idempotency-Key' in headers },
  ])
) as Record<OperationId, Route>;

/** Codes of errors that pass by themselves. */
export const PASSING: readonly string[] = Object.keys(RETRY_AFTER);
