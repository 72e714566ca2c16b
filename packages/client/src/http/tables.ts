/*
 * Data of the protocol that the client needs at run time. The build inlines the values of these constants, so that the
 * client contains neither the schemas nor zod.
 */
import { OPERATIONS, RETRY_AFTER, type Operation, type OperationId } from '@fleet-bot/protocol';

/** Request data of an operation. `takesKey`: whether the operation accepts an `Idempotency-Key`. */
type Route = Pick<Operation, 'method' | 'path'> & { isPublic: boolean; takesKey: boolean };

export const ROUTES = Object.fromEntries(
  Object.entries<Operation>(OPERATIONS).map(([id, { method, path, isPublic, headers = {} }]) => [
    id,
    { method, path, isPublic: isPublic === true, takesKey: 'Idempotency-Key' in headers },
  ])
) as Record<OperationId, Route>;

/** Error codes of temporary failures: the same request may succeed later. */
export const PASSING: readonly string[] = Object.keys(RETRY_AFTER);
