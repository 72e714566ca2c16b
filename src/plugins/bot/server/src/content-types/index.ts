import idempotencyRecord from './idempotency-record';
import removal from './removal';

export default { 'idempotency-record': idempotencyRecord, removal };
