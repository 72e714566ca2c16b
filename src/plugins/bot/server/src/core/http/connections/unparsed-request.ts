import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import type { ErrorCode } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { protocolError } from '../../protocol/errors';
import { toErrorResponse } from '../errors';

import { endWith } from './half-close';

/** What Node's parser found wrong, by its code; anything else is `malformed-request`. */
const CODES: Partial<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body-too-large',
  HPE_INVALID_EOF_STATE: 'request-aborted',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

const rawResponse = (code: ErrorCode, requestId: string): string => {
  const response = toErrorResponse(protocolError(code), requestId);
  const body = JSON.stringify(response.body);
  return [
    `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}`,
    `Date: ${new Date().toUTCString()}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
};

/**
 * Answers requests that cannot be parsed in the error envelope, and closes; Node itself sends a status line
 * only. An unparsed request has no path, so this holds for the whole site, whose envelope is the same.
 */
export const answerUnparsedRequests = (strapi: Core.Strapi): void => {
  const { httpServer } = strapi.server;
  // Requests without a Host are left to `http-rules.ts`; Node reads this with each request.
  Object.assign(httpServer, { requireHostHeader: false });
  /** The last response of each connection. */
  const responses = new WeakMap<Duplex, ServerResponse>();
  const ended = new WeakSet<Duplex>();

  const refuse = (socket: Duplex, code: ErrorCode, requestId: string = randomUUID()): void => {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    strapi.log.http(`A request that cannot be read: ${code} ${requestId}`);
    endWith(socket, rawResponse(code, requestId));
  };

  /** Answers in place of `response`, whose request will never be complete. */
  const refuseInPlaceOf = (response: ServerResponse, socket: Socket, code: ErrorCode): void => {
    response.detachSocket(socket);
    if (response.headersSent) {
      endWith(socket, '');
    } else {
      refuse(socket, code, response.getHeader('X-Request-Id')?.toString());
    }
  };

  httpServer.on('request', (req, res) => responses.set(req.socket, res));

  // The parser goes on to complain about each piece that still comes: only the first one counts.
  httpServer.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (ended.has(socket)) {
      return;
    }
    ended.add(socket);
    if (error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const code = CODES[String(error.code)] ?? 'malformed-request';
    const response = responses.get(socket);
    if (response === undefined || (response.req.complete && response.writableFinished)) {
      refuse(socket, code);
    } else if (response.req.complete) {
      // What is wrong stands behind a request, whose answer comes first.
      response.once('close', () => refuse(socket, code));
    } else if (response.writableFinished) {
      // Nobody is interested in the rest of this body any more.
      endWith(socket, '');
    } else if (response.socket !== null) {
      refuseInPlaceOf(response, response.socket, code);
    } else {
      // The answer to an earlier request comes first.
      response.once('socket', (own: Socket) => refuseInPlaceOf(response, own, code));
    }
  });

  httpServer.on('connect', (_req, socket) => refuse(socket, 'malformed-request'));
};
