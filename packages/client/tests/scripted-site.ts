import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import { ERRORS, type ErrorCode } from '@fleet-bot/protocol';

import { createClient, type Client } from '../src';

/** Answer to one request. `hang up` closes the connection; `no answer` keeps it open. */
export type Scripted =
  | 'hang up'
  | 'no answer'
  | { status: number; headers?: Record<string, string>; body?: unknown; text?: string };

export interface Received {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Error answer of a site with this code of the protocol. */
export const refused = (
  code: ErrorCode,
  headers: Record<string, string> = {},
  details: object = {}
): Scripted => {
  const [status, message] = ERRORS[code];
  const error = { status, name: 'Error', message, details: { code, requestId: 'r', ...details } };
  return { status, headers, body: { data: null, error } };
};

export interface ScriptedSite {
  client: Client;
  address: string;
  received: Received[];
  stop: () => Promise<void>;
}

/** Starts a server that gives these answers, one per request, and then repeats the last one. */
export const answering = async (...answers: Scripted[]): Promise<ScriptedSite> => {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      received.push({ method, path, headers, body: Buffer.concat(chunks).toString() });
      const answer = answers[Math.min(received.length, answers.length) - 1];
      if (answer === undefined || answer === 'hang up') return request.socket.destroy();
      if (answer === 'no answer') return undefined;
      const text = answer.text ?? (answer.body === undefined ? '' : JSON.stringify(answer.body));
      return response.writeHead(answer.status, answer.headers).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    client: createClient({ address, token: 'secret', patience: { firstPause: 5 } }),
    address,
    received,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
