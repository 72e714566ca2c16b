import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import type { ErrorCode } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { protocolError } from '../../protocol/errors';
import { toErrorResponse } from '../errors';

import { endWith } from './half-close';

/** Protocol errors, keyed by error code of Node's parser. All others become `malformed-request`. */
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
 * Answers unparsable requests with the standard error format and closes the connection; Node sends only a status line.
 * Applies to the whole site, because an unparsed request has no path.
 */
export const answerUnparsedRequests = (strapi: Core.Strapi): void => {
  const { httpServer } = strapi.server;
  // `http-rules.ts` handles requests without a Host header. Node reads this property for each request.
  Object.assign(httpServer, { requireHostHeader: false });
  /** Latest response of each connection. */
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

  /**
   * Sends an error instead of `response` to a request that broke off, unless the headers of `response` were already
   * sent. Closes the connection in both cases.
   */
  const refuseInPlaceOf = (response: ServerResponse, socket: Socket, code: ErrorCode): void => {
    response.detachSocket(socket);
    if (response.headersSent) {
      endWith(socket, '');
    } else {
      refuse(socket, code, response.getHeader('X-Request-Id')?.toString());
    }
  };

  httpServer.on('request', (req, res) => responses.set(req.socket, res));

  // Node reports an error for each further piece of data. Only the first counts.
  httpServer.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (ended.has(socket)) return;
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
      // The parser error follows a complete request, whose answer must come first.
      response.once('close', () => refuse(socket, code));
    } else if (response.writableFinished) {
      // The request was already answered, so the rest of its body does not matter.
      endWith(socket, '');
    } else if (response.socket !== null) {
      refuseInPlaceOf(response, response.socket, code);
    } else {
      // An earlier request on the connection must be answered first.
      response.once('socket', (own: Socket) => refuseInPlaceOf(response, own, code));
    }
  });

  httpServer.on('connect', (_req, socket) => refuse(socket, 'malformed-request'));
};
