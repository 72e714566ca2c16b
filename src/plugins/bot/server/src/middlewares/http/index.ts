import jsonBody from './json-body';
import multipartBody from './multipart-body';

/** The middlewares that routes name. */
export default { 'json-body': jsonBody, 'multipart-body': multipartBody };
