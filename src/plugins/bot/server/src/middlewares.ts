import jsonBody from './http/bodies/json-body';
import jsonOrFormBody from './http/bodies/json-or-form-body';
import idempotency from './http/idempotency/middleware';

/** The middlewares that routes name. */
export default { idempotency, 'json-body': jsonBody, 'json-or-form-body': jsonOrFormBody };
