import {
  errorEnvelope,
  ERRORS,
  errorsOf,
  isErrorCode,
  OPERATIONS,
  type ErrorCode,
  type Handshake,
  type Operation,
  type OperationId,
} from '@fleet-bot/protocol';

import type { Done } from '../http/call';
import { exchange } from '../http/exchange';
import { pause } from '../http/retry';
import type { AnswerOf, BodyOf } from '../http/types';

import { Skip, Violation, assert } from './assert';

/** Prefix of all names and external ids that a check uses. The start time of the check in base 36 follows. */
export const PREFIX = 'Check by fleet-bot';

/** Timeout of one request in milliseconds. */
const TIMEOUT = 30_000;

interface Content {
  headers?: Record<string, string>;
  body?: string | FormData | Blob;
  /** Bearer token. Default: the site's token; null sends none. */
  token?: string | null;
}

/** A raw HTTP request, which may violate the bot API's protocol. */
interface Request extends Content {
  method: string;
  /** Path below `/api/bot`, with the query. */
  path: string;
}

export interface Reply<Body = unknown> extends Done<Body> {
  /** Error code of the bot API, if the body of the answer contains an error code. */
  code?: string;
}

interface Input<Id extends OperationId> extends Content {
  id?: string;
  query?: Record<string, string>;
  json?: BodyOf<Id>;
}

export interface SessionOptions {
  address: string;
  token: string;
  signal?: AbortSignal;
  /** Whether public pages are checked. False if another server shows them. Default true. */
  pages?: boolean;
  /** Milliseconds to wait for asynchronous work of the site, such as scheduled publishing. Default 10,000. */
  waiting?: number;
}

/** Compares an answer with the description of its operation. @returns the difference, undefined if there is none */
const faultOf = (operation: Operation, { status, body, code }: Reply): string | undefined => {
  const described = operation.answers[status];
  if (operation.method === 'HEAD') return undefined;
  if (described !== undefined) {
    const fault = described.body?.safeParse(body).error?.issues[0];
    return fault && `${status} ${fault.path.join('.')}: ${fault.message}`;
  }
  if (!isErrorCode(code)) return `${status} is not described, and no error of the interface`;
  if (ERRORS[code][0] !== status) return `${code} has the status ${status}`;
  return errorsOf(operation).includes(code) ? undefined : `${status} ${code} is not described`;
};

/** Creates the session of a check: sends requests to a live site and records everything that they create there. */
export const createSession = (options: SessionOptions) => {
  const { address, token, signal, pages = true, waiting = 10_000 } = options;
  const baseAddress = address.replace(/\/+$/, '');
  const root = `${baseAddress}/api/bot`;
  const run = `${PREFIX} ${Date.now().toString(36)}`;
  const made = {
    publications: new Set<string>(),
    materials: new Set<string>(),
    uploads: new Set<string>(),
  };
  const faults = new Set<string>();
  let count = 0;

  const send = async ({ path, token: used = token, ...requested }: Request): Promise<Reply> => {
    const requestId = crypto.randomUUID();
    const headers = {
      'X-Request-Id': requestId,
      ...(used !== null && { Authorization: `Bearer ${used}` }),
      ...(typeof requested.body === 'string' && { 'Content-Type': 'application/json' }),
      ...requested.headers,
    };
    signal?.throwIfAborted();
    // Writes are not aborted: the site could execute an aborted write after the cleanup.
    const ended = requested.method === 'GET' ? signal : undefined;
    const sent = { ...requested, address: root + path, headers, requestId, signal: ended };
    const reply: Reply = await exchange({ ...sent, fetch, timeout: TIMEOUT });
    reply.code = errorEnvelope.safeParse(reply.body).data?.error.details.code;
    if (reply.status === 429) throw new Skip(`429 ${reply.code ?? ''}: asked too often`);
    // Every created item is recorded for the cleanup, even if its creation was expected to fail.
    const { id } = Object(reply.body) as { id?: unknown };
    if (reply.status === 201 && typeof id === 'string') {
      made[path.startsWith('/materials') ? 'materials' : 'publications'].add(id);
    }
    return reply;
  };

  /** Calls an operation once. Notes in `faults` how the answer differs from the protocol's description. */
  const request = async <Id extends OperationId>(
    name: Id,
    input: Input<Id> = {}
  ): Promise<Reply> => {
    const operation: Operation = OPERATIONS[name];
    const { id = '', query, json, ...content } = input;
    const { title: externalId } = Object(json) as { title?: string };
    // The cleanup finds publications of killed checks by their externalId.
    const body = name === 'createPublication' ? { externalId, ...json } : json;
    const parameters = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
    const reply = await send({
      ...content,
      method: operation.method,
      path: operation.path.replace(':id', encodeURIComponent(id)) + parameters,
      ...(operation.isPublic === true && { token: null }),
      ...(json !== undefined && { body: JSON.stringify(body) }),
    });
    const fault = faultOf(operation, reply);
    if (fault !== undefined) faults.add(`${name}: ${fault}`);
    return reply;
  };

  /**
   * Calls an operation that must succeed.
   * @param lacking error codes that mean that the site does not have this feature
   * @throws Violation for another status than 200, 201 or 204; Skip for one of these codes
   */
  const done = async <Id extends OperationId>(
    name: Id,
    input?: Input<Id>,
    lacking: string[] = []
  ): Promise<Reply<AnswerOf<Id>>> => {
    const reply = await request(name, input);
    const { status, code = '' } = reply;
    if (lacking.includes(code)) throw new Skip(`The site does not have this: ${code}`);
    const statuses = [200, 201, 204].filter((one) => one in OPERATIONS[name].answers);
    const otherwise = `${name} answers ${status} ${code}, and not ${statuses.join(' or ')}`;
    assert(statuses.includes(status), otherwise);
    return reply as Reply<AnswerOf<Id>>;
  };

  /** Calls an operation that must fail with this error code and its HTTP status. @throws Violation */
  const refused = async <Id extends OperationId>(
    name: Id,
    input: Input<Id>,
    expected: ErrorCode
  ) => {
    const reply = await request(name, input);
    const { status, code = '' } = reply;
    const isRefused = code === expected && status === ERRORS[expected][0];
    assert(isRefused, `${name} answers ${status} ${code}, and not ${expected}`);
    return reply;
  };

  /** Returns a unique title. */
  const title = (): string => `${run} ${(count += 1)}`;

  let ownAddress: Promise<string> | undefined;
  /** Public URL of the site from `GET /api/bot/`, cached; without one in the answer, the URL given to the check. */
  const own = (): Promise<string> =>
    (ownAddress ??= send({ method: 'GET', path: '/' })
      .then(({ body }) => (body as Handshake).addresses.api.replace(/\/api\/bot$/, ''))
      .catch(() => baseAddress));

  /** Fetches a URL without a token. `through` replaces the site's public URL; default: the URL of the check. */
  const visit = async (url: string, through = baseAddress) => {
    const begins = await own();
    const requested = url.startsWith(`${begins}/`) ? through + url.slice(begins.length) : url;
    const answer = await fetch(requested, { signal: signal ?? AbortSignal.timeout(TIMEOUT) });
    const bytes = Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, headers: answer.headers, bytes };
  };

  /** Creates the form of an upload, with a unique name. */
  const form = (bytes: string | Buffer, filename = 'a.txt', texts: Record<string, string> = {}) => {
    const body = new FormData();
    const fields = { name: `${title()} ${filename}`, ...texts };
    Object.entries(fields).forEach(([name, text]) => body.append(name, text));
    body.append('file', new Blob([bytes]), filename);
    return body;
  };

  const state = { signal, token, run, made, faults };
  const requests = { send, request, done, refused, own, visit };
  return {
    ...state,
    ...requests,
    title,
    form,

    read: async (id: string) => (await done('getPublication', { id })).body,

    /** Publishes a draft. @returns its public URL */
    publish: async (id: string) => (await done('publishPublication', { id })).body.url,

    /** Creates a draft with a unique title. @returns its id */
    draft: async (json: Partial<BodyOf<'createPublication'>> = {}): Promise<string> =>
      (await done('createPublication', { json: { title: title(), ...json } })).body.id,

    /** Uploads a file with a unique name. @param texts additional form fields @throws Violation if it is rejected */
    upload: async (...file: Parameters<typeof form>) =>
      (await done('uploadMaterial', { body: form(...file) })).body,

    /** Verifies the status of a public page, and that it contains a text. @throws Violation */
    page: async (url: string, statuses: number[], text = ''): Promise<void> => {
      if (!pages) return;
      const { status, bytes } = await visit(url);
      const otherwise = `${url} answers ${status}, and not ${statuses.join(' or ')}`;
      assert(statuses.includes(status), otherwise);
      assert(bytes.includes(text), `${url} does not show its title`);
    },

    /** Polls a condition, named `what` in errors, until it is true. @throws Violation after `waiting` milliseconds */
    until: async (what: string, holds: () => Promise<boolean>) => {
      const end = Date.now() + waiting;
      while (!(await holds())) {
        if (Date.now() > end) throw new Violation(`${what}: not within ${waiting / 1_000} s`);
        await pause(150, signal);
      }
    },
  };
};

export type Session = ReturnType<typeof createSession>;
