import { STATUS_CODES } from 'node:http';

import {
  ANSWER_HEADERS,
  CHANGE_TYPES,
  ERROR_HEADERS,
  errorEnvelope,
  errorsOf,
  OPERATIONS,
  PROTOCOL_VERSION,
  REQUEST_HEADERS,
  webhookChange,
  webhookHeaders,
  type ErrorCode,
  type Operation,
  type OperationId,
  type Site,
} from '@fleet-bot/protocol';
import _ from 'lodash';
import type { z } from 'zod';

import { byStatus, errorSchema, headersOfErrors, meaningOf } from './errors';
import { createSchemas, refer, type Schemas } from './schemas';

/** Properties of a site that its OpenAPI document describes. */
export interface Described {
  /** Absolute base URL of the plugin's HTTP API. */
  api: string;
  /** Name of the site. */
  name: string;
  site: Site;
  /** Operations that this site supports. */
  operations: readonly OperationId[];
  hasWebhooks: boolean;
  /** Limits, such as the maximum file size, and accepted file types, which schemas cannot express. */
  facts: object;
}

type Fields = Readonly<Record<string, z.ZodType>>;

const TAGS = {
  site: 'The site itself: what it is, what it can do, how it is',
  publications: 'What readers read: a draft, and a public version of it',
  materials: 'Files: images, videos and any others',
  changes: 'What became of publications and materials, whoever did it',
  webhooks: 'What tells of changes, and how that goes',
};

const INTRODUCTION = `The bot creates, changes, publishes and deletes publications, and uploads materials (files).

- A token in \`Authorization: Bearer\` opens all of it. \`details.code\` of an error is stable; its message is for people.
- A retry with the same \`Idempotency-Key\` gets the first answer again, and nothing is done twice.
- \`POST /materials\` takes a form with the file, or JSON with an address to fetch it from. Some generators know one of
  them and take JSON. To have the form, delete \`application/json\` from its body as you generate: with \`parser.patch\` in
  hey-api, with \`input.override.transformer\` in orval.
- \`HEAD\` works wherever \`GET\` does. An unknown key or parameter is refused; a later version adds keys to answers.`;

/** Converts a header name to one from which generators can derive a type name: `X-Request-Id` -> `XRequestId`. */
const componentName = (header: string): string => header.replaceAll('-', '');

const isOptional = (schema: z.ZodType): boolean => schema.safeParse(undefined).success;

const parametersOf = (schemas: Schemas, place: 'header' | 'path' | 'query', fields: Fields) =>
  Object.entries(fields).map(([name, field]) => {
    const { description, ...schema } = schemas.of(field, 'input');
    return { name, in: place, required: !isOptional(field), description, schema };
  });

const headersOf = (schemas: Schemas, fields: Fields) =>
  _.mapValues(fields, (field) => {
    const { description, ...schema } = schemas.of(field, 'output');
    return { description, required: !isOptional(field), schema };
  });

const contentOf = (schema: object, type = 'application/json') => ({
  content: { [type]: { schema } },
});

/** Webhook descriptions, one per type of change (Standard Webhooks 1.0.0). */
const webhooksOf = (schemas: Schemas) => {
  const headers = parametersOf(schemas, 'header', webhookHeaders.shape);
  const schema = schemas.of(webhookChange, 'output');
  return Object.fromEntries(
    CHANGE_TYPES.map((type) => [
      type,
      {
        post: {
          operationId: `told ${type}`.replace(/\W(\w)/g, (_all, letter: string) =>
            letter.toUpperCase()
          ),
          tags: ['webhooks'],
          summary: `Tells of ${type}`,
          security: [],
          parameters: headers,
          requestBody: {
            required: true,
            ...contentOf({
              allOf: [schema, { type: 'object', properties: { type: { const: type } } }],
            }),
          },
          responses: {
            '2XX': { description: 'It was taken' },
            '410': { description: 'The receiver wants no more; it is switched off' },
            '4XX': { description: 'It was not taken; it is sent again' },
          },
        },
      },
    ])
  );
};

/** Creates the OpenAPI 3.1 document that describes the plugin's HTTP API on a site. */
export const createDocument = (described: Described) => {
  const { api, name, site, operations, hasWebhooks, facts } = described;
  const schemas = createSchemas();
  schemas.of(errorEnvelope, 'output');
  const headers = headersOf(schemas, ERROR_HEADERS);
  const ofErrors = _.mapValues(headers, (_header, key) => refer('headers', key));
  const ofAny = _.pick(ofErrors, Object.keys(ANSWER_HEADERS));
  const responses: Record<string, object> = {};

  const setsOfStatus: Record<string, string[]> = {};

  /**
   * The OpenAPI response for errors of an HTTP status. Each set of error codes is a named component, from which code
   * generators derive type names.
   */
  const failure = (status: string, codes: ErrorCode[], { errorHeaders }: Operation) => {
    const response = {
      description: meaningOf(codes),
      headers: {
        ...ofErrors,
        ...headersOf(schemas, { ...headersOfErrors(codes), ...errorHeaders }),
      },
      ...contentOf(errorSchema(schemas, codes)),
    };
    if (errorHeaders !== undefined) return response;
    const set = codes.join();
    const sets = (setsOfStatus[status] ??= []);
    if (!sets.includes(set)) sets.push(set);
    const variant = sets.indexOf(set) + 1;
    const key = `Error${status}${variant > 1 ? `Variant${variant}` : ''}`;
    responses[key] = response;
    return refer('responses', key);
  };

  const answersOf = (operation: Operation) => {
    const failures = byStatus(errorsOf(operation));
    const answers = Object.entries(operation.answers).map(
      ([status, { headers: own = {}, body, type }]) => {
        const result = body && schemas.of(body, 'output');
        const codes = failures[status];
        const both = result && codes ? { anyOf: [result, errorSchema(schemas, codes)] } : result;
        const answer = {
          description:
            (codes ? meaningOf(codes) : `${STATUS_CODES[status]}`) +
            (body && isOptional(body) ? ', or nothing' : ''),
          headers: { ...(codes ? ofErrors : ofAny), ...headersOf(schemas, own) },
          ...(both && contentOf(both, type)),
        };
        return [status, answer] as const;
      }
    );
    return {
      ..._.mapValues(failures, (codes, status) => failure(status, codes, operation)),
      ...Object.fromEntries(answers),
    };
  };

  const securityOf = ({ isPublic }: Operation) => {
    const token = [{ token: [] }];
    return isPublic === undefined ? token : isPublic === true ? [] : [...token, {}];
  };

  const describe = (operationId: OperationId) => {
    const operation: Operation = OPERATIONS[operationId];
    const { path, summary, params = {}, query, headers: own = {}, body } = operation;
    const word = path.split('/')[1] ?? '';
    return {
      operationId,
      tags: [word in TAGS ? word : 'site'],
      summary,
      ...(operation.description && { description: operation.description }),
      ...(operation.deprecation && { deprecated: true }),
      security: securityOf(operation),
      parameters: [
        refer('parameters', componentName('X-Request-Id')),
        ...parametersOf(schemas, 'path', params),
        ...parametersOf(schemas, 'query', query?.(site).shape ?? {}),
        ...parametersOf(schemas, 'header', own),
      ],
      ...(body && {
        requestBody: {
          required: true,
          content: _.mapValues(body, (schemaOf) => ({
            schema: schemas.of(schemaOf(site), 'input'),
          })),
        },
      }),
      responses: answersOf(operation),
    };
  };

  const paths: Record<string, Record<string, object>> = {};
  for (const id of operations) {
    const { method, path } = OPERATIONS[id];
    const place = (paths[path.replace(/:(\w+)/g, '{$1}')] ??= {});
    place[method.toLowerCase()] = describe(id);
  }
  const requestId = { 'X-Request-Id': REQUEST_HEADERS['X-Request-Id'] };
  const [parameter] = parametersOf(schemas, 'header', requestId);
  const webhooks = hasWebhooks ? webhooksOf(schemas) : undefined;
  return {
    openapi: '3.1.0',
    info: {
      title: `Fleet bot interface of ${name}`,
      version: PROTOCOL_VERSION,
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
      'x-site': facts,
    },
    servers: [{ url: api }],
    tags: Object.entries(TAGS).map(([tag, description]) => ({ name: tag, description })),
    paths,
    webhooks,
    components: {
      schemas: _.pickBy(schemas.components),
      parameters: { [componentName('X-Request-Id')]: parameter },
      headers,
      responses,
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  };
};
