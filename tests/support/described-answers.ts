import type { IncomingMessage, OutgoingHttpHeaders, Server, ServerResponse } from 'node:http';

import type { Core } from '@strapi/strapi';
import type { ErrorObject, ValidateFunction } from 'ajv';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

/** Parts of an OpenAPI document that are used here. */
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

/** A request and its answer as sent over the network. */
export interface Exchange {
  method: string;
  path: string;
  requestType: string | undefined;
  requestBody: string;
  status: number;
  headers: OutgoingHttpHeaders;
  body: string;
}

/** Headers of HTTP itself, and headers that Strapi sends with any answer. */
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

/** Forbids undescribed keys in answers. Clients must accept them, but this version must not send any. */
const strictly = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(strictly);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      const isOpen = key === 'additionalProperties' && JSON.stringify(part) === '{}';
      // Properties common to all errors; those of specific codes are described next to them.
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

/** Creates a function that validates a value with the schema at a JSON pointer of the document. */
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

/** Whether an error is about a length. Texts are normalised before their length is checked. */
const isOfLength = ({ keyword }: ErrorObject): boolean => /^m(?:in|ax)Length$/.test(keyword);

type AnswerCheck = (exchange: Exchange) => string[];

/** Creates a check of exchanges against a description. @returns a line per violation */
export const createAnswerCheck = ({ paths, components }: DescribedInterface): AnswerCheck => {
  const check = createCheck({ paths, components });
  const places = Object.keys(paths).map((template) => ({
    template,
    pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
  }));

  /** JSON pointer and description of the operation of an exchange. */
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

  /** A successful request must match its description too. */
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

/** Violations since the last call of `takeBreaches`. */
const breaches = new Set<string>();
/** Global state that test files share, because each has its own modules. */
declare const outside: {
  noteBreach?: (breach: string) => void;
  answerChecks?: Map<string, AnswerCheck>;
};

/** Check for a site. Its schemas are compiled once per worker for all sites with the same description. */
const answerCheckFor = ({ paths, components }: DescribedInterface): AnswerCheck => {
  outside.answerChecks ??= new Map();
  const text = JSON.stringify({ paths, components });
  const check = outside.answerChecks.get(text) ?? createAnswerCheck({ paths, components });
  outside.answerChecks.set(text, check);
  return check;
};

/** Returns the violations since the last call, and clears them. */
export const takeBreaches = (): string[] => {
  const taken = [...breaches];
  breaches.clear();
  return taken;
};

/** Starts to collect violations. Must be called by each test file. */
export const collectBreaches = (): void => {
  outside.noteBreach = (breach) => breaches.add(breach);
};

const listen = (message: IncomingMessage): Buffer[] => {
  const chunks: Buffer[] = [];
  const emit = message.emit.bind(message);
  message.emit = (name: string, ...input: unknown[]) => {
    if (name === 'data') chunks.push(Buffer.from(input[0] as Buffer));
    return emit(name, ...input);
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
  response.write = (...input: unknown[]) => {
    add(input[0]);
    return Reflect.apply(write, undefined, input) as boolean;
  };
  response.end = (...input: unknown[]) => {
    add(input[0]);
    return Reflect.apply(end, undefined, input) as ServerResponse;
  };
  return chunks;
};

/** Checks all answers of a site under `/api/bot` against its description. */
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
