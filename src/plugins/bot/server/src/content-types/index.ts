import idempotencyRecord from './idempotency-record';
import lock from './lock';
import removal from './removal';

export default { 'idempotency-record': idempotencyRecord, lock, removal };
