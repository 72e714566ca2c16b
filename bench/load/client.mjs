import http from 'node:http';

/**
 * @typedef {object} Request
 * @property {string} method
 * @property {string} path
 * @property {Record<string, string>} [headers]
 * @property {Buffer} [body]
 */

/** A request with a JSON body. */
export const json = (method, path, value) => ({
  method,
  path,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(value)),
});

/**
 * A client that keeps its connections and sends a token.
 *
 * @param {{ port: number, token?: string }} server
 */
export const createClient = ({ port, token }) => {
  const agent = new http.Agent({ keepAlive: true });
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };

  /**
   * Sends a request and reads the whole answer.
   *
   * @param {Request} request
   * @returns {Promise<{ status: number, headers: object, body: Buffer }>}
   * @throws Error with the answer's text if it is no 2xx: a benchmark of refusals says nothing.
   */
  const send = ({ method, path, headers, body }) =>
    new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': body.length };
      const outgoing = http.request(
        {
          host: '127.0.0.1',
          port,
          agent,
          method,
          path,
          headers: { ...authorization, ...headers, ...length },
        },
        (incoming) => {
          const chunks = [];
          incoming.on('data', (chunk) => chunks.push(chunk));
          incoming.once('error', reject);
          incoming.once('end', () => {
            const answer = Buffer.concat(chunks);
            const { statusCode } = incoming;
            if (statusCode >= 200 && statusCode < 300) {
              resolve({ status: statusCode, headers: incoming.headers, body: answer });
            } else {
              reject(new Error(`${method} ${path} answered ${statusCode}: ${answer}`));
            }
          });
        }
      );
      outgoing.once('error', reject);
      outgoing.end(body);
    });

  return {
    send,
    /** As `send`, with the JSON of the answer's body. */
    sendForJson: async (request) => {
      const { body } = await send(request);
      return body.length === 0 ? undefined : JSON.parse(body.toString());
    },
    close: () => agent.destroy(),
  };
};
