import http from 'node:http';
import net from 'node:net';

export interface RawAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
}

/** A request whose body is still being sent. */
export interface OpenRequest {
  request: http.ClientRequest;
  /** Resolves with the answer, even before the whole body was sent. */
  answer: Promise<RawAnswer>;
}

export interface RequestOptions {
  method?: string;
  headers?: http.OutgoingHttpHeaders;
  agent?: http.Agent;
}

/** Sends the head of a request; the caller sends the body. */
export const openRequest = (
  url: string,
  { method = 'POST', headers = {}, agent }: RequestOptions = {}
): OpenRequest => {
  const { origin, hostname, port } = new URL(url);
  // The path is taken from the string, because `URL` would normalize unusual paths, which are tested.
  const path = url.slice(origin.length);
  const request = http.request({ hostname, port, path, method, headers, agent: agent ?? false });
  const answer = new Promise<RawAnswer>((resolve, reject) => {
    request.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        })
      );
    });
    // Rejecting has no effect after an answer.
    request.on('error', reject);
  });
  // Avoids an unhandled rejection if the caller ignores the answer.
  answer.catch(() => undefined);
  request.flushHeaders();
  return { request, answer };
};

/** Sends a request with its body. */
export const sendRequest = (
  url: string,
  options: RequestOptions = {},
  body?: Buffer | string
): Promise<RawAnswer> => {
  const { request, answer } = openRequest(url, options);
  request.end(body);
  return answer;
};

/** Sends raw text, valid HTTP or not, and returns everything received until the connection ends. */
export const sendText = (url: string, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = net.connect(Number(port), hostname, () => socket.write(text, 'latin1'));
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
    socket.once('close', () => resolve(received));
    socket.once('error', reject);
  });

/** Splits received text into answers; each must declare its length. */
export const responsesIn = (received: string): RawAnswer[] => {
  const answers: RawAnswer[] = [];
  for (let rest = received; rest !== '';) {
    const end = rest.indexOf('\r\n\r\n');
    const [statusLine = '', ...lines] = rest.slice(0, end).split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ])
    );
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
    const length = status < 200 ? 0 : Number(headers['content-length']);
    if (end < 0 || !(length >= 0)) throw new Error(`No answer: ${JSON.stringify(rest)}`);
    const bodyStart = end + 4;
    answers.push({ status, headers, text: rest.slice(bodyStart, bodyStart + length) });
    rest = rest.slice(bodyStart + length);
  }
  return answers;
};

/** Sends a part of a body. @returns false if the request was answered or disconnected, so that no more may be sent */
export const write = ({ request, answer }: OpenRequest, chunk: Buffer): Promise<boolean> =>
  Promise.race([
    answer.then(
      () => false,
      () => false
    ),
    new Promise<boolean>((resolve) => request.write(chunk, (error) => resolve(!error))),
  ]);
