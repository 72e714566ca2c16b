import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import {
  ERRORS,
  OPERATIONS,
  type ErrorCode,
  type Operation,
  type OperationId,
} from '@fleet-bot/protocol';

import { createAnswers, Refusal, type Answer } from './answers';
import type { Fault } from './faults';
import { createHandlers, type Call } from './handlers';
import { createLibrary, digestOf } from './library';

const TOKEN = 'token-of-the-fake-site';
const HOUR = 3_600_000;

interface Found {
  operation: Operation;
  name: OperationId;
  id: string;
}

const isAt = ({ path }: Operation, parts: string[]): boolean => {
  const own = path.split('/');
  return (
    own.length === parts.length &&
    own.every((part, index) => part === ':id' || part === parts[index])
  );
};

const routeOf = (method: string, pathname: string): Found => {
  const parts = pathname.split('/');
  const there = Object.entries<Operation>(OPERATIONS).filter(([, one]) => isAt(one, parts));
  if (there.length === 0) throw new Refusal('route-not-found');
  const [name, operation] = there.find(([, one]) => one.method === method) ?? [];
  if (operation === undefined) throw new Refusal('method-not-allowed');
  return {
    operation,
    name: name as OperationId,
    id: parts[2] === 'resumable' ? (parts[3] ?? '') : (parts[2] ?? ''),
  };
};

/**
 * Starts a small site in memory that implements the interface without Strapi, with at most one fault. Tests run the
 * rules of the check against it.
 */
export const startFakeSite = async (fault?: Fault) => {
  const is = (one: Fault) => one === fault;
  let address = '';
  const library = createLibrary(is);
  const answers = createAnswers(
    () => (is('the public address does not answer') ? 'http://127.0.0.1:9' : address),
    library,
    is
  );
  const handlers = createHandlers(library, answers, is);
  const kept = new Map<string, { request: string; answer: Answer | undefined }>();

  const ensureToken = ({ operation, name }: Found, { headers, query }: Call) => {
    if (operation.isPublic === true && !is('health wants a token')) return;
    if (operation.isPublic === 'in part' && headers.authorization === undefined) return;
    if (is('one endpoint needs no token') && name === 'listWebhooks') return;
    const authorization =
      headers.authorization ??
      (is('a token in the address will do') && query.token ? `Bearer ${query.token}` : undefined);
    if (authorization === undefined) throw new Refusal('token-missing');
    if (authorization !== `Bearer ${TOKEN}` && !is('any token will do'))
      throw new Refusal('token-invalid');
  };

  const handle = async (found: Found, call: Call): Promise<Answer> => {
    const handler = handlers[found.name];
    if (handler === undefined) throw new Refusal('invalid-request');
    if (Object.keys(call.query).includes('token')) delete call.query.token;
    return handler(call);
  };

  /** Handles a request, or repeats the stored answer to an earlier request with the same idempotency key. */
  const once = async (found: Found, call: Call): Promise<Answer> => {
    const key = call.headers['idempotency-key'];
    if (key === undefined || is('keys are ignored')) return handle(found, call);
    const request = digestOf(Buffer.concat([Buffer.from(`${found.name} ${call.id}`), call.raw]));
    const before = kept.get(key);
    if (before !== undefined) {
      if (before.request !== request && !is('a key fits any request')) {
        throw new Refusal('idempotency-key-reused');
      }
      if (before.answer === undefined) throw new Refusal('idempotency-key-in-use');
      if (is('replays are not told')) return before.answer;
      const headers = { ...before.answer.headers, 'Idempotency-Replayed': 'true' };
      return { ...before.answer, headers };
    }
    const claim = { request, answer: undefined as Answer | undefined };
    if (!is('keys are seen when the work is done')) kept.set(key, claim);
    await new Promise((resolve) => setTimeout(resolve, 20));
    try {
      claim.answer = await handle(found, call);
      kept.set(key, claim);
      return claim.answer;
    } catch (error) {
      kept.delete(key);
      throw error;
    }
  };

  const refusalOf = (code: ErrorCode, details: object, requestId: string): Answer => {
    const [status, message] = ERRORS[code];
    const id = is('errors have no request id') ? '' : requestId;
    const error = { status, name: 'Error', message, details: { code, requestId: id, ...details } };
    const isChallenge = status === 401 && !is('a missing token is no challenge');
    const headers: Record<string, string> = {
      ...(isChallenge && { 'WWW-Authenticate': 'Bearer' }),
      ...(status === 405 && { Allow: 'GET, HEAD, POST' }),
    };
    if (code === 'route-not-found' && is('an unknown path is 200'))
      return { status: 200, body: {} };
    if (code === 'method-not-allowed' && is('a wrong method is 404'))
      return { status: 404, headers };
    const isOdd = is('errors have other statuses') && code === 'publication-not-found';
    return { status: isOdd ? 400 : status, headers, body: { data: null, error } };
  };

  const answerTo = async (method: string, path: string, call: Call, requestId: string) => {
    try {
      library.tick();
      const found = (() => {
        try {
          return routeOf(method, path);
        } catch (error) {
          if (call.headers.authorization === undefined) throw new Refusal('token-missing');
          throw error;
        }
      })();
      call.id = found.id;
      ensureToken(found, call);
      return await once(found, call);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return refusalOf(error.code, error.details, requestId);
    }
  };

  const headersOf = (path: string, requestId: string): Record<string, string> => ({
    'Cache-Control': is('answers may be cached')
      ? 'public'
      : path === '/health'
        ? 'no-store'
        : 'private, no-store',
    Vary: is('answers are for all tokens') ? 'Accept' : 'Authorization',
    'X-Request-Id': is('request ids are its own') ? 'own' : requestId,
    Date: new Date(Date.now() - (is('the clock is an hour off') ? HOUR : 0)).toUTCString(),
    ...(!is('limits are not told') && {
      RateLimit: '"bot";r=99;t=60',
      'RateLimit-Policy': '"bot";q=100;w=60',
    }),
  });

  /** Answers a request outside the API: a public page, a preview or a file. */
  const show = (path: string, response: ServerResponse) => {
    const [, place = '', id = ''] = path.split('/');
    if (place === 'uploads') {
      const material = library.materials.get(id) ?? library.bytesThatStay.get(id);
      if (material === undefined) return response.writeHead(404).end();
      const { filename, bytes } = material;
      const type = /\.html$/.test(filename)
        ? 'text/html'
        : /\.svg$/.test(filename)
          ? 'image/svg+xml'
          : 'text/plain';
      return response
        .writeHead(200, {
          'Content-Type': type,
          ...(!is('files are sniffed') && { 'X-Content-Type-Options': 'nosniff' }),
          ...(!is('files run') && { 'Content-Security-Policy': 'sandbox' }),
        })
        .end(bytes);
    }
    const publication = library.publications.get(id);
    if (place === 'previews') {
      return response.writeHead(is('a preview needs a login') ? 401 : 200).end(publication?.title);
    }
    const isSeen = publication?.live || (publication && is('readers keep what is unpublished'));
    if (!publication || !isSeen)
      return response
        .writeHead(library.deletedPublications.has(id) && !is('readers get 404') ? 410 : 404)
        .end();
    return response
      .writeHead(200)
      .end(is('the page lacks its title') ? '' : publication.live?.title);
  };

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://site');
    if (!pathname.startsWith('/api/bot')) return show(pathname, response);
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const headers = request.headers as Record<string, string | undefined>;
    const requestId = headers['x-request-id'] ?? 'made-here';
    const path = pathname.slice('/api/bot'.length);
    const call = {
      id: '',
      query: Object.fromEntries(searchParams),
      headers,
      raw: Buffer.concat(chunks),
    };
    const answer = await answerTo(request.method ?? '', path, call, requestId);
    return response
      .writeHead(answer.status, { ...headersOf(path, requestId), ...answer.headers })
      .end(answer.body === undefined ? '' : JSON.stringify(answer.body));
  };

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address,
    token: TOKEN,
    library,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
