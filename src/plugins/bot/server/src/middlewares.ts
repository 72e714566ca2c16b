import jsonBody from './http/bodies/json-body';
import jsonOrFormBody from './http/bodies/json-or-form-body';
import { createIdempotency } from './http/idempotency/middleware';
import noQuery from './http/no-query';

/** The middlewares that routes name. */
export default {
  idempotent: createIdempotency(),
  'idempotent-json': createIdempotency(jsonBody),
  'idempotent-json-or-form': createIdempotency(jsonOrFormBody),
  'no-query': noQuery,
};
