import http from 'node:http';

/** A request with a JSON body. */
export const json = (method, path, value) => ({
  method,
  path,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(value)),
});

/** A GET request without a body. @param {Record<string, string>} [query] */
export const get = (path, query) => ({
  method: 'GET',
  path: query ? `${path}?${new URLSearchParams(query)}` : path,
});

/** Creates an HTTP client that keeps its connections open and sends a token. */
export const createClient = ({ port, token }) => {
  const agent = new http.Agent({ keepAlive: true });

  /**
   * Sends a request and reads the whole answer.
   *
   * @param request with a method, a path, headers, and a body: bytes, or chunks and their length.
   * @returns bytes of the answer.
   * @throws Error with the answer's text if the status is not 2xx, because timing failures is meaningless.
   */
  const send = async ({ method, path, headers, body, chunks = body ? [body] : [], length }) => {
    const bytes = length ?? body?.length;
    const outgoing = http.request({
      host: '127.0.0.1',
      port,
      agent,
      method,
      path,
      headers: {
        authorization: `Bearer ${token}`,
        ...headers,
        ...(bytes !== undefined && { 'content-length': bytes }),
      },
    });
    const answered = new Promise((resolve, reject) => {
      outgoing.once('response', resolve).once('error', reject);
    });
    for (const chunk of chunks) {
      if (!outgoing.write(chunk)) await new Promise((resolve) => outgoing.once('drain', resolve));
    }
    outgoing.end();
    const incoming = await answered;
    const answer = Buffer.concat(await incoming.toArray());
    const { statusCode } = incoming;
    if (statusCode < 200 || statusCode > 299) {
      throw new Error(`${method} ${path} answered ${statusCode}: ${answer}`);
    }
    return answer;
  };

  return {
    send,
    /** Sends a request like `send`, and parses the JSON of the answer. */
    sendForJson: async (request) => JSON.parse((await send(request)).toString() || 'null'),
    close: () => agent.destroy(),
  };
};

/** Duration of some work in milliseconds. */
export const timeOf = async (work) => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

/**
 * Runs a job for each item, at most `concurrency` at a time.
 * @returns total milliseconds, and those of each job.
 */
export const closedLoop = async (items, concurrency, job) => {
  const latencies = [];
  const left = items.values();
  const work = async () => {
    for (const item of left) latencies.push(await timeOf(() => job(item)));
  };
  const milliseconds = await timeOf(() => Promise.all(Array.from({ length: concurrency }, work)));
  return { milliseconds, latencies };
};

/** The value that a share of all values does not exceed (nearest rank). */
export const percentile = (values, share) => {
  const ascending = [...values].sort((a, b) => a - b);
  return ascending[Math.max(0, Math.ceil(values.length * share) - 1)];
};

/** Median; for an even number of values, the mean of the middle two. */
export const median = (values) =>
  (percentile(values, 0.5) -
    percentile(
      values.map((value) => -value),
      0.5
    )) /
  2;
