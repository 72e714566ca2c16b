import { OPERATIONS, type Operation, type OperationId } from '@fleet-bot/protocol';
import _ from 'lodash';

/** Which action carries out an operation: `controller.action`. */
const HANDLERS: Record<OperationId, string> = {
  checkHealth: 'health.check',
  listPublications: 'publication.list',
  createPublication: 'publication.create',
  getPublication: 'publication.get',
  changePublication: 'publication.change',
  deletePublication: 'publication.remove',
  publishPublication: 'publication.publish',
  unpublishPublication: 'publication.unpublish',
  restorePublication: 'publication.restore',
  previewPublication: 'preview.create',
  listMaterials: 'materialLibrary.list',
  uploadMaterial: 'material.create',
  getUploadOptions: 'resumable.collection',
  beginUpload: 'resumable.collection',
  getUploadOffset: 'resumable.upload',
  continueUpload: 'resumable.upload',
  finishUpload: 'resumable.upload',
  removeUpload: 'resumable.upload',
  getMaterial: 'materialLibrary.get',
  changeMaterial: 'materialLibrary.change',
  deleteMaterial: 'materialLibrary.remove',
  listChanges: 'change.list',
  listWebhooks: 'webhook.list',
  retryWebhooks: 'webhook.retry',
};

/** The bot's own token is checked by the policy; Strapi's users and API tokens play no part. */
const GUARDED = { auth: false, policies: ['bot-token'] } as const;

/** The token is checked first, then the key is claimed, then a body is read. */
const middlewaresOf = ({ query, headers = {}, body = {} }: Operation): string[] => {
  const isForm = 'multipart/form-data' in body;
  const reader = isForm ? '-json-or-form' : 'application/json' in body ? '-json' : '';
  return [
    ...(query === undefined ? ['no-query'] : []),
    ...('Idempotency-Key' in headers ? [`idempotent${reader}`] : []),
  ].map((name) => `plugin::bot.${name}`);
};

const toRoute = (operation: Operation, handler: string) => {
  const { method, path, isPublic, headers = {}, deprecation } = operation;
  return {
    // Where a header may name the method, the action looks at both.
    method: 'X-HTTP-Method-Override' in headers ? 'ALL' : method,
    path,
    handler,
    config: isPublic
      ? { auth: false, deprecation }
      : { ...GUARDED, middlewares: middlewaresOf(operation), deprecation },
  };
};

/** The other verbs of an endpoint, and unknown paths, are guarded and have the one error shape. */
const otherwise = (path: string, allow: string[] = []) => ({
  method: 'ALL',
  path,
  handler: 'fallback.refuse',
  config: { ...GUARDED, allow },
});

const routes = Object.entries<Operation>(OPERATIONS).map(([id, operation]) =>
  toRoute(operation, HANDLERS[id as OperationId])
);

/** The whole HTTP surface of the protocol (interface document, section 4). */
export default {
  type: 'content-api',
  routes: [
    ...Object.entries(_.groupBy(routes, 'path')).flatMap(([path, ofPath]) =>
      ofPath.some(({ method }) => method === 'ALL')
        ? _.uniqBy(ofPath, 'path')
        : [...ofPath, otherwise(path, _.map(ofPath, 'method'))]
    ),
    otherwise('/'),
    otherwise('/:path(.*)'),
  ],
};
