import jsonBody from './http/bodies/json-body';
import multipartBody from './http/bodies/multipart-body';
import idempotency from './http/idempotency/middleware';

/** The middlewares that routes name. */
export default { idempotency, 'json-body': jsonBody, 'multipart-body': multipartBody };
