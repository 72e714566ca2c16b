import { z } from 'zod';

import { feedPage, feedQuery, retriedWebhooks, webhookOverview } from './changes';
import type { ErrorCode } from './errors';
import * as headers from './headers';
import {
  addressedMaterial,
  listedMaterial,
  materialChange,
  materialList,
  materialRecord,
  namedMaterial,
  uploadedMaterial,
  uploadForm,
} from './materials';
import { answer, documentId, identified } from './objects';
import {
  changeOptions,
  newPublication,
  previewLink,
  publication,
  publicationChange,
  publicationItem,
  publicationList,
  publishedPublication,
  removedPublication,
} from './publications';
import { readiness } from './readiness';
import type { Site } from './site';
import { greeting, handshake } from './handshake';

type Fields = Readonly<Record<string, z.ZodType>>;

/** Headers and body of one answer, in addition to the headers of every answer. */
interface OperationAnswer {
  headers?: Fields;
  /** Body of the answer; undefined if it has none. */
  body?: z.ZodType;
  /** Media type of a body that is not JSON. */
  type?: string;
}

/** Deprecation of an operation. */
export interface Deprecation {
  /** Date from which no new client should use the operation. */
  since: Date;
  /** Date of the operation's removal. */
  sunset?: Date;
  /** URL of a page about the replacement. */
  link?: string;
}

/** An operation of the interface. */
export interface Operation {
  method: 'DELETE' | 'GET' | 'HEAD' | 'OPTIONS' | 'PATCH' | 'POST';
  /** Path below `/api/bot`, with `:name` for each parameter. */
  path: string;
  summary: string;
  /** Details that the summary does not have. */
  description?: string;
  /** Whether no token is needed; 'in part' if the answer with a token says more. */
  isPublic?: true | 'in part';
  /** Whether the site may configure a separate token, which the action checks itself. */
  hasOwnToken?: true;
  /** Whether the operation works while an administrator has paused the bot. */
  isAnsweredWhilePaused?: true;
  params?: Fields;
  /** Query parameters; undefined to reject all of them. */
  query?: (site: Site) => z.ZodObject;
  /** Headers in addition to those of every request. */
  headers?: Fields;
  /** Bodies, keyed by media type; undefined if no body is read. */
  body?: Readonly<Record<string, (site: Site) => z.ZodType>>;
  /** Answers, keyed by HTTP status. */
  answers: Readonly<Record<number, OperationAnswer>>;
  /** Specific error codes, in addition to those of `errorsOf`. */
  errors?: readonly ErrorCode[];
  /** Headers of its errors, in addition to those of every error. */
  errorHeaders?: Fields;
  deprecation?: Deprecation;
}

const JSON_TYPE = 'application/json';
const MERGE_PATCH = 'application/merge-patch+json';

const ofId = { id: documentId };
const ofUpload = { id: z.string().regex(/^[0-9a-f]{32}$/) };
/** Headers of requests that a retry does not repeat. */
const once = { 'Idempotency-Key': headers.idempotencyKey.optional() };
const onceIfMatch = { ...once, 'If-Match': headers.ifMatch.optional() };

const replayed = { 'Idempotency-Replayed': headers.replayed.optional() };
const tag = { ETag: headers.etag };
const tagged = { ...replayed, ...tag };
const paged = { Link: headers.nextPage.optional() };

const health = answer({ ok: z.boolean(), site: z.string().describe('The name of the site') });
const description = z.unknown().describe('An OpenAPI 3.1 document');

const OF_FILES = [
  'file-too-large',
  'file-type-not-allowed',
  'image-type-not-supported',
  'svg-not-safe',
  'digest-mismatch',
  'images-busy',
  'images-unavailable',
  'storage-failed',
  'storage-unavailable',
  'storage-timeout',
] as const satisfies ErrorCode[];

const OF_CONDITIONS = [
  'publication-not-found',
  'changed-by-editor',
  'precondition-failed',
] as const satisfies ErrorCode[];

const { tus } = headers;
const override = { 'X-HTTP-Method-Override': tus.method };
const version = { 'Tus-Resumable': tus.version };
const ofTus = { ...override, ...version };
const offset = { 'Upload-Offset': tus.offset };

const errorHeaders = {
  'Tus-Resumable': tus.version.optional(),
  'Upload-Offset': tus.offset.optional(),
};
const tusOptions = {
  204: {
    headers: {
      ...version,
      'Tus-Version': tus.version,
      'Tus-Extension': z.string(),
      'Tus-Max-Size': tus.length,
    },
  },
};

const OF_TUS = [
  'upload-not-found',
  'upload-in-use',
  'tus-version-not-supported',
] as const satisfies ErrorCode[];
const OF_LAST_BYTE = [
  'upload-incomplete',
  'idempotency-key-in-use',
  ...OF_FILES,
] as const satisfies ErrorCode[];

/** All operations of the interface (interface document, section 4), by name. */
export const OPERATIONS = {
  checkHealth: {
    method: 'GET',
    path: '/health',
    summary: 'Tells whether the site works, and which site it is',
    isPublic: true,
    query: () => z.looseObject({}),
    answers: { 200: { body: health }, 503: { body: health } },
  },
  checkReadiness: {
    method: 'GET',
    path: '/health/ready',
    summary: 'Tells how each part of the site does, and whether the bot can publish',
    isAnsweredWhilePaused: true,
    answers: { 200: { body: readiness }, 503: { body: readiness } },
  },
  readMetrics: {
    method: 'GET',
    path: '/metrics',
    summary:
      'Gives the metrics of one instance, as OpenMetrics 1.0.0 or, for Accept: text/plain, in the text format 0.0.4',
    hasOwnToken: true,
    answers: { 200: { body: z.string(), type: 'application/openmetrics-text' } },
  },
  greet: {
    method: 'GET',
    path: '/',
    summary:
      'Tells which version of the interface it is, and, with the token, what this site can do',
    isPublic: 'in part',
    answers: { 200: { body: z.union([handshake, greeting]) } },
  },
  describeInterface: {
    method: 'GET',
    path: '/openapi.json',
    summary: 'Gives this description, with what the site has configured',
    isPublic: true,
    headers: { 'If-None-Match': headers.kept },
    answers: { 200: { headers: tag, body: description }, 304: { headers: tag } },
  },
  readDocs: {
    method: 'GET',
    path: '/docs',
    summary: 'Shows this description to people, as a page',
    isPublic: true,
    answers: { 200: { body: z.string(), type: 'text/html' } },
  },
  readDocsScript: {
    method: 'GET',
    path: '/docs/swagger-ui.js',
    summary: 'Gives the script of that page',
    isPublic: true,
    headers: { 'If-None-Match': headers.kept },
    answers: {
      200: { headers: tag, body: z.string(), type: 'text/javascript' },
      304: { headers: tag },
    },
  },
  listPublications: {
    method: 'GET',
    path: '/publications',
    summary: 'Lists publications, the newest first',
    query: publicationList,
    answers: { 200: { headers: paged, body: z.array(publicationItem) } },
    errors: ['search-unavailable'],
  },
  createPublication: {
    method: 'POST',
    path: '/publications',
    summary: 'Creates a draft',
    description:
      'Whoever may try again sends an `Idempotency-Key` or an `externalId`: without one, each try creates another draft.',
    headers: once,
    body: { [JSON_TYPE]: newPublication },
    answers: { 201: { headers: { ...tagged, Location: headers.location }, body: identified } },
    errors: ['unknown-material', 'external-id-taken'],
  },
  getPublication: {
    method: 'GET',
    path: '/publications/:id',
    summary: 'Gives all that a publication holds, as readers see it, and its draft if that differs',
    params: ofId,
    headers: { 'If-None-Match': headers.kept },
    answers: { 200: { headers: tag, body: publication }, 304: { headers: tag } },
    errors: ['publication-not-found'],
  },
  changePublication: {
    method: 'PATCH',
    path: '/publications/:id',
    summary: 'Changes the draft, in what is named only, and publishes it if that is asked for',
    params: ofId,
    query: () => changeOptions,
    headers: onceIfMatch,
    body: { [JSON_TYPE]: publicationChange, [MERGE_PATCH]: publicationChange },
    answers: { 200: { headers: tagged, body: publication } },
    errors: [...OF_CONDITIONS, 'unknown-material', 'external-id-taken'],
  },
  deletePublication: {
    method: 'DELETE',
    path: '/publications/:id',
    summary: 'Deletes a publication in all its versions, and the media that nothing else uses',
    params: ofId,
    headers: onceIfMatch,
    answers: { 200: { headers: replayed, body: removedPublication } },
    errors: OF_CONDITIONS,
  },
  publishPublication: {
    method: 'POST',
    path: '/publications/:id/publish',
    summary: 'Makes the draft public; does nothing if it is public as it stands',
    params: ofId,
    headers: onceIfMatch,
    answers: { 200: { headers: tagged, body: publishedPublication } },
    errors: OF_CONDITIONS,
  },
  unpublishPublication: {
    method: 'POST',
    path: '/publications/:id/unpublish',
    summary: 'Takes the public version away; the draft and its media stay',
    params: ofId,
    headers: onceIfMatch,
    answers: { 200: { headers: tagged, body: identified } },
    errors: OF_CONDITIONS,
  },
  restorePublication: {
    method: 'POST',
    path: '/publications/:id/restore',
    summary: 'Restores a deleted publication, on a site that keeps what is deleted for some days',
    params: ofId,
    headers: once,
    answers: { 200: { headers: tagged, body: publication } },
    errors: [
      'publication-not-found',
      'changed-by-editor',
      'bytes-missing',
      'storage-unavailable',
      'storage-timeout',
    ],
  },
  previewPublication: {
    method: 'POST',
    path: '/publications/:id/preview',
    summary: 'Gives an address at which anybody can read the draft',
    params: ofId,
    headers: once,
    answers: { 200: { headers: replayed, body: previewLink } },
    errors: ['publication-not-found', 'preview-not-configured'],
  },
  listMaterials: {
    method: 'GET',
    path: '/materials',
    summary: 'Lists the files of the Media Library, the newest first',
    query: materialList,
    answers: { 200: { headers: paged, body: z.array(listedMaterial) } },
  },
  uploadMaterial: {
    method: 'POST',
    path: '/materials',
    summary: 'Uploads a file, or fetches one from an address',
    headers: once,
    body: { 'multipart/form-data': () => uploadForm, [JSON_TYPE]: () => addressedMaterial },
    answers: { 201: { headers: replayed, body: uploadedMaterial } },
    errors: [
      ...OF_FILES,
      'malformed-multipart',
      'address-not-allowed',
      'address-failed',
      'address-timeout',
    ],
  },
  getUploadOptions: {
    method: 'OPTIONS',
    path: '/materials/resumable',
    summary: 'Tells what resumable uploads (tus 1.0.0) may do here',
    headers: override,
    answers: tusOptions,
    errorHeaders,
  },
  beginUpload: {
    method: 'POST',
    path: '/materials/resumable',
    summary: 'Begins a resumable upload',
    headers: {
      ...ofTus,
      'Upload-Length': tus.length.optional(),
      'Upload-Defer-Length': tus.deferred,
      'Upload-Metadata': tus.metadata,
    },
    answers: {
      201: {
        headers: {
          ...version,
          Location: headers.location,
          'Upload-Offset': tus.offset.optional(),
          'Upload-Expires': tus.expires.optional(),
        },
        body: uploadedMaterial.optional(),
      },
    },
    errors: [...OF_TUS, ...OF_LAST_BYTE, 'media-type-not-supported'],
    errorHeaders,
  },
  getOptionsOfUpload: {
    method: 'OPTIONS',
    path: '/materials/resumable/:id',
    summary: 'Tells the same as for all uploads',
    params: ofUpload,
    headers: override,
    answers: tusOptions,
    errors: ['upload-not-found'],
    errorHeaders,
  },
  getUploadOffset: {
    method: 'HEAD',
    path: '/materials/resumable/:id',
    summary: 'Tells how much of a resumable upload is there',
    params: ofUpload,
    headers: ofTus,
    answers: {
      200: {
        headers: {
          ...version,
          ...offset,
          'Upload-Length': tus.length.optional(),
          'Upload-Defer-Length': tus.deferred,
          'Upload-Metadata': tus.metadata,
          'Upload-Expires': tus.expires.optional(),
        },
      },
    },
    errors: OF_TUS,
    errorHeaders,
  },
  continueUpload: {
    method: 'PATCH',
    path: '/materials/resumable/:id',
    summary:
      'Brings a further part; the last one makes the material, which the answer has with Prefer: return=representation',
    params: ofUpload,
    headers: {
      ...ofTus,
      ...offset,
      'Upload-Length': tus.length.optional(),
      Prefer: tus.prefer.optional(),
    },
    body: { 'application/offset+octet-stream': () => z.file() },
    answers: {
      201: {
        headers: { ...version, ...offset, 'Preference-Applied': tus.preferred },
        body: uploadedMaterial,
      },
      204: { headers: { ...version, ...offset, 'Upload-Expires': tus.expires.optional() } },
    },
    errors: [
      ...OF_TUS,
      ...OF_LAST_BYTE,
      'upload-offset-wrong',
      'media-type-not-supported',
      'request-aborted',
    ],
    errorHeaders,
  },
  finishUpload: {
    method: 'GET',
    path: '/materials/resumable/:id',
    summary: 'Gives the material that a whole upload has become, and makes it if need be',
    params: ofUpload,
    headers: override,
    answers: { 201: { headers: { ...version, ...offset }, body: uploadedMaterial } },
    errors: ['upload-not-found', ...OF_LAST_BYTE],
    errorHeaders,
  },
  removeUpload: {
    method: 'DELETE',
    path: '/materials/resumable/:id',
    summary: 'Gives a resumable upload up',
    params: ofUpload,
    headers: ofTus,
    answers: { 204: { headers: version } },
    errors: OF_TUS,
    errorHeaders,
  },
  getMaterial: {
    method: 'GET',
    path: '/materials/:id',
    summary: 'Gives all that is known of a material',
    params: ofId,
    answers: { 200: { body: materialRecord } },
    errors: ['material-not-found'],
  },
  changeMaterial: {
    method: 'PATCH',
    path: '/materials/:id',
    summary: 'Changes the name and the texts of a material, in what is named only',
    params: ofId,
    headers: once,
    body: { [JSON_TYPE]: () => materialChange, [MERGE_PATCH]: () => materialChange },
    answers: { 200: { headers: replayed, body: namedMaterial } },
    errors: ['material-not-found'],
  },
  deleteMaterial: {
    method: 'DELETE',
    path: '/materials/:id',
    summary: 'Deletes a material that nothing uses',
    params: ofId,
    headers: once,
    answers: { 200: { headers: replayed, body: identified } },
    errors: ['material-not-found', 'material-in-use'],
  },
  listChanges: {
    method: 'GET',
    path: '/changes',
    summary: 'Tells what has changed on the site, the oldest change first',
    query: feedQuery,
    answers: { 200: { body: feedPage } },
    errors: ['cursor-expired'],
  },
  listWebhooks: {
    method: 'GET',
    path: '/webhooks',
    summary: 'Shows how things stand with the receivers of webhooks',
    answers: { 200: { body: z.array(webhookOverview) } },
  },
  retryWebhooks: {
    method: 'POST',
    path: '/webhooks/retry',
    summary: 'Sends again what was not accepted, and switches receivers on again',
    headers: once,
    answers: { 200: { headers: replayed, body: retriedWebhooks } },
  },
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof OPERATIONS;

const OF_TOKENS: readonly ErrorCode[] = [
  'token-missing',
  'token-invalid',
  'token-not-configured',
  'bot-paused',
];
const OF_ANY: readonly ErrorCode[] = [
  'malformed-request',
  'invalid-request',
  'forbidden',
  'route-not-found',
  'method-not-allowed',
  'request-timeout',
  'expectation-failed',
  'too-many-requests',
  'too-many-wrong-tokens',
  'headers-too-large',
  'internal-error',
  'database-unavailable',
  'site-stopping',
];
const OF_WRITES: readonly ErrorCode[] = ['storage-full'];
const OF_ONCE: readonly ErrorCode[] = [
  'idempotency-key-invalid',
  'idempotency-key-in-use',
  'idempotency-key-reused',
];
const OF_BODIES: readonly ErrorCode[] = [
  'malformed-json',
  'request-aborted',
  'body-too-large',
  'media-type-not-supported',
];

/** All error codes that an operation may answer, each once. */
export const errorsOf = ({
  method,
  isPublic,
  headers: own = {},
  body,
  errors = [],
}: Pick<Operation, 'method' | 'isPublic' | 'headers' | 'body' | 'errors'>): ErrorCode[] => [
  ...new Set([
    ...OF_ANY,
    // An unconfigured plugin answers 503 to every request.
    ...(isPublic === true ? (['token-not-configured'] as const) : OF_TOKENS),
    ...(['POST', 'PATCH', 'DELETE'].includes(method) ? OF_WRITES : []),
    ...('Idempotency-Key' in own ? OF_ONCE : []),
    ...(body !== undefined && JSON_TYPE in body ? OF_BODIES : []),
    ...errors,
  ]),
];
