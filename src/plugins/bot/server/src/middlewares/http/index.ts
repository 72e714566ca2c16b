import idempotency from './idempotency';
import jsonBody from './json-body';
import multipartBody from './multipart-body';

/** The middlewares that routes name. */
export default { idempotency, 'json-body': jsonBody, 'multipart-body': multipartBody };
