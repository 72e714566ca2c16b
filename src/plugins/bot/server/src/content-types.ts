import change from './changes/content-type.json';
import webhookDelivery from './changes/webhooks/delivery-content-type.json';
import webhook from './changes/webhooks/endpoint-content-type.json';
import lock from './database/lock-content-type.json';
import state from './database/state-content-type.json';
import idempotencyRecord from './http/idempotency/content-type.json';
import publicationDetail from './publications/details/content-type.json';
import formerAddress from './publications/former-addresses/content-type.json';
import fileReference from './publications/references/content-type.json';
import trashedPublication from './publications/trash/content-type.json';
import removal from './removals/content-type.json';
import trashedFile from './removals/trash/content-type.json';
import version from './versions/content-type.json';

export default {
  change: { schema: change },
  'file-reference': { schema: fileReference },
  'former-address': { schema: formerAddress },
  'idempotency-record': { schema: idempotencyRecord },
  lock: { schema: lock },
  'publication-detail': { schema: publicationDetail },
  removal: { schema: removal },
  state: { schema: state },
  'trashed-file': { schema: trashedFile },
  'trashed-publication': { schema: trashedPublication },
  version: { schema: version },
  webhook: { schema: webhook },
  'webhook-delivery': { schema: webhookDelivery },
};
