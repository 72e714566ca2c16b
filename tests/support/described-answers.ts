import type { IncomingMessage, OutgoingHttpHeaders, Server, ServerResponse } from 'node:http';

import type { Core } from '@strapi/strapi';
import type { ErrorObject, ValidateFunction } from 'ajv';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

/** What of an OpenAPI document is read here. */
export interface DescribedInterface {
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { headers: DescribedHeaders; responses: Record<string, DescribedAnswer> };
}
interface DescribedOperation {
  requestBody?: { content: Record<string, object> };
  responses: Record<string, DescribedAnswer & { $ref?: string }>;
}
type DescribedHeaders = Record<string, { $ref?: string; required?: boolean; schema?: object }>;
interface DescribedAnswer {
  description: string;
  headers?: DescribedHeaders;
  content?: Record<string, object>;
}

/** A request and its answer, as they went over the wire. */
export interface Exchange {
  method: string;
  path: string;
  requestType: string | undefined;
  requestBody: string;
  status: number;
  headers: OutgoingHttpHeaders;
  body: string;
}

/** Headers of HTTP itself, and of Strapi for any of its answers. */
const COMMON = new Set(
  'allow cache-control connection content-length content-type date keep-alive transfer-encoding vary'.split(
    ' '
  )
);
const OF_STRAPI =
  /^(?:access-control-|content-security-|cross-origin-|origin-agent|referrer-|strict-transport|x-(?!request-id))/;

const pointer = (...keys: string[]): string =>
  keys
    .map((key) => `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
    .join('');

/** Answers may have more keys than are described; those of this version may not. */
const strictly = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(strictly);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      const isOpen = key === 'additionalProperties' && JSON.stringify(part) === '{}';
      // What all errors have; what is of some codes stands beside it.
      const isShared = key === 'details' && !JSON.stringify(part).includes('"enum"');
      return [key, isOpen ? false : isShared ? part : strictly(part)];
    })
  );
};

const ROOT = '/api/bot';

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

type Check = (place: string, value: unknown) => ErrorObject[];

/** Makes the check of a value by the schema at a place of a document. */
const createCheck = (document: DescribedInterface): Check => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema({ $id: 'site:described', ...(strictly(document) as object) });
  const validators = new Map<string, ValidateFunction>();
  return (place, value) => {
    const validate = validators.get(place) ?? ajv.compile({ $ref: `site:described#${place}` });
    validators.set(place, validate);
    return validate(value) ? [] : (validate.errors ?? []);
  };
};

const inWords = (errors: ErrorObject[]): string[] =>
  errors.map(({ instancePath, message, params }) =>
    [instancePath, message, JSON.stringify(params)].join(' ')
  );

/** Texts are brought into their form before they are counted. */
const isOfLength = ({ keyword }: ErrorObject): boolean => /^m(?:in|ax)Length$/.test(keyword);

type AnswerCheck = (exchange: Exchange) => string[];

/** Makes the check of exchanges against a description. @returns what is wrong, each in a line */
export const createAnswerCheck = ({ paths, components }: DescribedInterface): AnswerCheck => {
  const check = createCheck({ paths, components });
  const places = Object.keys(paths).map((template) => ({
    template,
    pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
  }));

  /** Where an operation stands, and what it is. */
  const find = ({ method, path }: Exchange): [string, DescribedOperation] | undefined => {
    const below = path.slice(ROOT.length) || '/';
    const template = places.find(({ pattern }) => pattern.test(below))?.template ?? '';
    const verb = method.toLowerCase();
    const operations = paths[template] ?? {};
    const name = verb === 'head' && !operations.head ? 'get' : verb;
    return operations[name] && [pointer('paths', template, name), operations[name]];
  };

  const checkHeaders = (place: string, answer: DescribedAnswer, { headers }: Exchange) => {
    const described = Object.entries(answer.headers ?? {});
    const known = described.map(([header]) => header.toLowerCase());
    const unknown = Object.keys(headers)
      .filter((header) => !COMMON.has(header) && !OF_STRAPI.test(header) && !known.includes(header))
      .map((header) => `${header} is not described`);
    const wrong = described.flatMap(([header, its]) => {
      const value = headers[header.toLowerCase()];
      const shared = its.$ref === undefined ? undefined : components.headers[header];
      if (value === undefined) return (shared ?? its).required ? [`there is no ${header}`] : [];
      const at = shared ? pointer('components', 'headers') : place + pointer('headers');
      return inWords(check(at + pointer(header, 'schema'), String(value)));
    });
    return [...unknown, ...wrong];
  };

  const checkBody = (place: string, answer: DescribedAnswer, { method, body }: Exchange) => {
    if (answer.content === undefined) return body === '' ? [] : ['there is a body'];
    const mayBeEmpty = method === 'HEAD' || answer.description.endsWith(', or nothing');
    if (body === '' && mayBeEmpty) return [];
    const [type = ''] = Object.keys(answer.content);
    const value = type.includes('json') ? parse(body) : body;
    return inWords(check(place + pointer('content', type, 'schema'), value));
  };

  /** What was answered as it was wanted must have been asked as it is described. */
  const checkRequest = (
    operation: string,
    { requestBody }: DescribedOperation,
    asked: Exchange
  ) => {
    const [type = ''] = (asked.requestType ?? '').split(';');
    if (asked.status >= 300 || !requestBody || asked.requestBody === '') return [];
    const place = operation + pointer('requestBody', 'content', type, 'schema');
    const errors = check(place, parse(asked.requestBody));
    return inWords(errors.every(isOfLength) ? [] : errors);
  };

  return (exchange) => {
    const found = find(exchange);
    if (found === undefined) {
      const error = pointer('components', 'schemas', 'Error');
      if (exchange.status < 400) return ['the operation is not described'];
      return exchange.method === 'HEAD' ? [] : inWords(check(error, parse(exchange.body)));
    }
    const [operation, described] = found;
    const status = String(exchange.status);
    const own = described.responses[status];
    const name = own?.$ref?.split('/').at(-1);
    const answer = name === undefined ? own : components.responses[name];
    if (answer === undefined) return ['the status is not described'];
    const place =
      name === undefined
        ? operation + pointer('responses', status)
        : pointer('components', 'responses', name);
    return [
      ...checkHeaders(place, answer, exchange),
      ...checkBody(place, answer, exchange),
      ...checkRequest(operation, described, exchange),
    ];
  };
};

/** What was answered otherwise than it is described, since it was asked last. */
const breaches = new Set<string>();
/** Test files hand sites on to one another; each has modules of its own. */
declare const outside: {
  noteBreach?: (breach: string) => void;
  answerChecks?: Map<string, AnswerCheck>;
};

/** The check for a site: its schemas are compiled once in a worker for all sites that describe the same. */
const answerCheckFor = ({ paths, components }: DescribedInterface): AnswerCheck => {
  outside.answerChecks ??= new Map();
  const text = JSON.stringify({ paths, components });
  const check = outside.answerChecks.get(text) ?? createAnswerCheck({ paths, components });
  outside.answerChecks.set(text, check);
  return check;
};

export const takeBreaches = (): string[] => {
  const taken = [...breaches];
  breaches.clear();
  return taken;
};

/** To be called by each test file: what a site answers is held against it. */
export const collectBreaches = (): void => {
  outside.noteBreach = (breach) => breaches.add(breach);
};

const listen = (message: IncomingMessage): Buffer[] => {
  const chunks: Buffer[] = [];
  const emit = message.emit.bind(message);
  message.emit = (name: string, ...given: unknown[]) => {
    if (name === 'data') chunks.push(Buffer.from(given[0] as Buffer));
    return emit(name, ...given);
  };
  return chunks;
};

const record = (response: ServerResponse): Buffer[] => {
  const chunks: Buffer[] = [];
  const add = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array)
      chunks.push(Buffer.from(chunk as string));
  };
  const [write, end] = [response.write.bind(response), response.end.bind(response)];
  response.write = (...given: unknown[]) => {
    add(given[0]);
    return Reflect.apply(write, undefined, given) as boolean;
  };
  response.end = (...given: unknown[]) => {
    add(given[0]);
    return Reflect.apply(end, undefined, given) as ServerResponse;
  };
  return chunks;
};

/** Holds all that a site answers under `/api/bot` against its description. */
export const checkAnswers = (strapi: Core.Strapi): void => {
  const server: Server = strapi.server.httpServer;
  const service = () =>
    (
      strapi.plugin('bot') as
        { service: (name: string) => { document: () => unknown } | undefined } | undefined
    )?.service('description');
  let check: AnswerCheck | undefined;
  server.prependListener('request', (request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    if (!/^\/api\/bot(?:\/|$)/i.test(path)) return;
    const isJson = String(request.headers['content-type']).includes('json');
    const asked = isJson ? listen(request) : [];
    const answered = record(response);
    response.once('finish', () => {
      const document = service()?.document() as DescribedInterface | undefined;
      if (document === undefined) return;
      check ??= answerCheckFor(document);
      const override = request.headers['x-http-method-override'];
      const { method = '' } = request;
      const found = check({
        method:
          typeof override === 'string' && path.includes('/resumable')
            ? override.toUpperCase()
            : method,
        path,
        requestType: request.headers['content-type'],
        requestBody: Buffer.concat(asked).toString(),
        status: response.statusCode,
        headers: response.getHeaders(),
        body: Buffer.concat(answered).toString(),
      });
      found.forEach((breach) =>
        outside.noteBreach?.(`${method} ${path} ${response.statusCode}: ${breach}`)
      );
    });
  });
};
