import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

import { TOKEN } from './environment';

/** A request that can be sent repeatedly. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** Token; by default the bot's. */
  token?: string;
  key?: string;
  type?: string;
  /** Additional headers of the request. */
  headers?: Record<string, string>;
  body?: Buffer;
  /** Milliseconds over which the body is sent. */
  spread?: number;
}

export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: unknown;
}

const PIECES = 8;
const PATIENCE_MILLISECONDS = 30_000;

const write = async (request: http.ClientRequest, body: Buffer, spread: number): Promise<void> => {
  const length = Math.ceil(body.length / PIECES);
  for (let start = 0; start < body.length && !request.destroyed; start += length) {
    request.write(body.subarray(start, start + length));
    await pause(spread / PIECES);
  }
  request.end();
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Sends a request once. @throws Error if no complete answer arrives */
export const send = (
  url: string,
  { method, path, token = TOKEN, key, type, headers: further, body, spread }: Call
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = {
      ...further,
      Authorization: `Bearer ${token}`,
      ...(key !== undefined && { 'Idempotency-Key': key }),
      ...(type !== undefined && { 'Content-Type': type }),
      'Content-Length': String(body?.length ?? 0),
    };
    const options = { method, headers, agent: false, timeout: PATIENCE_MILLISECONDS };
    const request = http.request(url + path, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        if (!response.complete) reject(new Error('The answer was cut off'));
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: parse(text) });
      });
    });
    request.on('timeout', () => request.destroy(new Error('No answer in time')));
    request.on('error', reject);
    if (body !== undefined && spread !== undefined) void write(request, body, spread);
    else request.end(body);
  });

const BOUNDARY = 'chaos-7d1c2f5e9b';

/** A multipart form with one file. */
export const form = (
  name: string,
  mime: string,
  content: Buffer
): { type: string; body: Buffer } => ({
  type: `multipart/form-data; boundary=${BOUNDARY}`,
  body: Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n` +
        `Content-Type: ${mime}\r\n\r\n`
    ),
    content,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]),
});
