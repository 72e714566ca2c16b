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

import { exchange } from '../http/exchange';
import type { AnswerOf, BodyOf } from '../http/types';

import { Breach, must, Skip } from './rule';

/** The beginning of all names and external ids that a check gives; the time of its beginning follows. */
export const PREFIX = 'Check by fleet-bot';

/** Milliseconds for one request. */
const TIMEOUT = 30_000;

/** A request, said as freely as a test needs. */
export interface Request {
  method: string;
  /** Below `/api/bot`. */
  path: string;
  /** Default: that of the site; null for none. */
  token?: string | null;
  headers?: Record<string, string>;
  body?: string | FormData | Blob;
}

export interface Reply<Body = unknown> {
  status: number;
  headers: Headers;
  body: Body;
}

/** What a call of an operation says. */
export interface Said<Id extends OperationId> {
  id?: string;
  query?: Record<string, string>;
  json?: BodyOf<Id>;
  body?: string | FormData | Blob;
  headers?: Record<string, string>;
  token?: string | null;
}

export interface SessionOptions {
  address: string;
  token: string;
  signal?: AbortSignal;
  /** Whether the site itself answers at the public addresses of publications. Default true. */
  pages?: boolean;
  /** Milliseconds to wait for what a site does by itself. Default 10,000. */
  waiting?: number;
}

const codeOf = (body: unknown): string | undefined => {
  const envelope = errorEnvelope.safeParse(body);
  return envelope.success ? envelope.data.error.details.code : undefined;
};

/** What is wrong with an answer by the description of its operation, if anything is. */
const faultOf = (operation: Operation, { status, body }: Reply): string | undefined => {
  const described = operation.answers[status];
  if (operation.method === 'HEAD') return undefined;
  if (described !== undefined) {
    const fault = described.body?.safeParse(body).error?.issues[0];
    return fault && `${status} ${fault.path.join('.')}: ${fault.message}`;
  }
  const code = codeOf(body);
  if (!isErrorCode(code)) return `${status} is not described, and no error of the interface`;
  if (ERRORS[code][0] !== status) return `${code} has the status ${status}`;
  return errorsOf(operation).includes(code) ? undefined : `${status} ${code} is not described`;
};

/** Asks a live site, as rules want it, and remembers what it has made there. */
export const createSession = (options: SessionOptions) => {
  const { address, token, signal, pages = true, waiting = 10_000 } = options;
  const given = address.replace(/\/+$/, '');
  const root = `${given}/api/bot`;
  const run = `${PREFIX} ${Date.now().toString(36)}`;
  const made = {
    publications: new Set<string>(),
    materials: new Set<string>(),
    uploads: new Set<string>(),
  };
  const faults = new Set<string>();
  let count = 0;

  const send = async ({ path, token: used = token, ...asked }: Request): Promise<Reply> => {
    const requestId = crypto.randomUUID();
    const headers = {
      'X-Request-Id': requestId,
      ...(used !== null && { Authorization: `Bearer ${used}` }),
      ...asked.headers,
    };
    signal?.throwIfAborted();
    // A write that has begun is waited for: an aborted one could take effect after the cleaning up.
    const ended = asked.method === 'GET' ? signal : undefined;
    const sent = { ...asked, address: root + path, headers, requestId, signal: ended };
    const reply = await exchange({ ...sent, fetch, timeout: TIMEOUT });
    if (reply.status === 429) throw new Skip(`429 ${codeOf(reply.body) ?? ''}: asked too often`);
    // Wanted or not, what was made is removed in the end.
    const { id } = Object(reply.body) as { id?: unknown };
    if (reply.status === 201 && typeof id === 'string') {
      made[path.startsWith('/materials') ? 'materials' : 'publications'].add(id);
    }
    return reply;
  };

  /** Asks for an operation once. What its answer does against the description is noted. */
  const ask = async <Id extends OperationId>(name: Id, said: Said<Id> = {}): Promise<Reply> => {
    const operation: Operation = OPERATIONS[name];
    const { id = '', query, body, headers, token: own } = said;
    const named = name === 'createPublication' && (Object(said.json) as { title?: string }).title;
    // What a killed check leaves is found by its externalId.
    const json = !named ? said.json : { externalId: named, ...said.json };
    const parameters = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
    const reply = await send({
      method: operation.method,
      path: operation.path.replace(':id', encodeURIComponent(id)) + parameters,
      token: operation.isPublic === true ? null : own,
      headers: { ...(json !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      body: json === undefined ? body : JSON.stringify(json),
    });
    const fault = faultOf(operation, reply);
    if (fault !== undefined) faults.add(`${name}: ${fault}`);
    return reply;
  };

  /** Asks for an operation, which must be done. */
  const done = async <Id extends OperationId>(
    name: Id,
    said?: Said<Id>
  ): Promise<Reply<AnswerOf<Id>>> => {
    const reply = await ask(name, said);
    const statuses = [200, 201, 204].filter((one) => one in OPERATIONS[name].answers);
    must(
      statuses.includes(reply.status),
      `${name} answers ${reply.status} ${codeOf(reply.body) ?? ''}, and not ${statuses.join(' or ')}`
    );
    return reply as Reply<AnswerOf<Id>>;
  };

  /** Asks for an operation, which must be refused with one of these codes. */
  const refused = async <Id extends OperationId>(
    name: Id,
    said: Said<Id>,
    ...codes: ErrorCode[]
  ): Promise<Reply> => {
    const reply = await ask(name, said);
    const code = codeOf(reply.body);
    must(
      isErrorCode(code) && codes.includes(code) && reply.status === ERRORS[code][0],
      `${name} answers ${reply.status} ${code ?? ''}, and not ${codes.join(' or ')}`
    );
    return reply;
  };

  /** A title that nothing else has. */
  const title = (): string => `${run} ${(count += 1)}`;

  let ownAddress: Promise<string> | undefined;
  /** The public address of the site, as the site says. */
  const own = (): Promise<string> =>
    (ownAddress ??= send({ method: 'GET', path: '/' }).then(
      ({ body }) => {
        const { api = root } = ((body as Partial<Handshake>).addresses ?? {}) as { api?: string };
        return api.replace(/\/api\/bot$/, '');
      },
      () => given
    ));

  /** What anybody gets at an address: of the site itself, through the address that was given for it. */
  const visit = async (url: string, through = given) => {
    const begins = await own();
    const asked = url.startsWith(`${begins}/`) ? through + url.slice(begins.length) : url;
    const answer = await fetch(asked, { signal: signal ?? AbortSignal.timeout(TIMEOUT) });
    const bytes = Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, headers: answer.headers, bytes };
  };

  return {
    signal,
    own,
    visit,
    token,
    run,
    made,
    faults,
    send,
    ask,
    done,
    refused,
    title,
    codeOf,

    /** Makes a draft. */
    draft: async (json: Partial<BodyOf<'createPublication'>> = {}): Promise<string> => {
      const { body } = await done('createPublication', { json: { title: title(), ...json } });
      return body.id;
    },

    /** The form of an upload. */
    form: (bytes: string | Buffer, filename = 'a.txt', texts: Record<string, string> = {}) => {
      const form = new FormData();
      const said = { name: `${title()} ${filename}`, ...texts };
      Object.entries(said).forEach(([name, text]) => form.append(name, text));
      form.append('file', new Blob([bytes]), filename);
      return form;
    },

    /** Readers must get one of these statuses at a public address, and with 200 a page with this text. */
    page: async (url: string, statuses: number[], text = ''): Promise<void> => {
      if (!pages) return;
      const { status, bytes } = await visit(url);
      must(statuses.includes(status), `${url} answers ${status}, and not ${statuses.join(' or ')}`);
      must(bytes.includes(text), `${url} does not show its title`);
    },

    /** Waits until something holds. @throws Breach that says what did not come */
    until: async (what: string, holds: () => Promise<boolean>) => {
      const end = Date.now() + waiting;
      while (!(await holds())) {
        if (Date.now() > end) throw new Breach(`${what}: not within ${waiting / 1_000} s`);
        await new Promise((resolve) => setTimeout(resolve, 150));
      }
    },
  };
};

export type Session = ReturnType<typeof createSession>;
