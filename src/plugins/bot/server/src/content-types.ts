import change from './features/changes/content-type.json';
import webhookDelivery from './features/webhooks/delivery-content-type.json';
import webhook from './features/webhooks/endpoint-content-type.json';
import lock from './core/database/lock-content-type.json';
import state from './core/database/state-content-type.json';
import idempotencyRecord from './core/http/idempotency/content-type.json';
import publicationDetail from './features/publications/details/content-type.json';
import formerAddress from './features/former-addresses/content-type.json';
import fileReference from './features/publications/references/content-type.json';
import trashedPublication from './features/trash/content-type.json';
import removal from './features/removals/content-type.json';
import trashedFile from './features/trash/files/content-type.json';
import version from './features/versions/content-type.json';

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
