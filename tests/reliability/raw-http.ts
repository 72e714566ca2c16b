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
  /** Settles with the answer, however much of the body was sent by then. */
  answer: Promise<RawAnswer>;
}

export interface RequestOptions {
  method?: string;
  headers?: http.OutgoingHttpHeaders;
  agent?: http.Agent;
}

/** Sends the head of a request and leaves its body to the caller. */
export const openRequest = (
  url: string,
  { method = 'POST', headers = {}, agent }: RequestOptions = {}
): OpenRequest => {
  const { origin, hostname, port } = new URL(url);
  // Not as the URL class would write it: odd spellings of a path are what is tested.
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
    // Once there is an answer, this changes nothing.
    request.on('error', reject);
  });
  // Whoever never looks at the answer does not want to hear of it either.
  answer.catch(() => undefined);
  request.flushHeaders();
  return { request, answer };
};

/** Sends a whole request. */
export const sendRequest = (
  url: string,
  options: RequestOptions = {},
  body?: Buffer | string
): Promise<RawAnswer> => {
  const { request, answer } = openRequest(url, options);
  request.end(body);
  return answer;
};

/** Sends text as it is, valid HTTP or not, and returns all that comes back until the end. */
export const sendText = (url: string, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = net.connect(Number(port), hostname, () => socket.write(text, 'latin1'));
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
    socket.once('close', () => resolve(received));
    socket.once('error', reject);
  });

/** Takes apart what came over a connection; each answer has to say its length. */
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

/**
 * Sends a piece of a body.
 * @returns whether more may follow: false once there is an answer, or the connection is gone
 */
export const write = ({ request, answer }: OpenRequest, chunk: Buffer): Promise<boolean> =>
  Promise.race([
    answer.then(
      () => false,
      () => false
    ),
    new Promise<boolean>((resolve) => request.write(chunk, (error) => resolve(!error))),
  ]);
