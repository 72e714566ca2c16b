import jsonBody from './core/http/bodies/json-body';
import jsonOrFormBody from './core/http/bodies/json-or-form-body';
import { createIdempotency } from './core/http/idempotency/middleware';
import noQuery from './core/http/no-query';

/** The middlewares that routes name. */
export default {
  idempotent: createIdempotency(),
  'idempotent-json': createIdempotency(jsonBody),
  'idempotent-json-or-form': createIdempotency(jsonOrFormBody),
  'no-query': noQuery,
};
