import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { owes } from '../support/running';

/** The body of an IndexNow submission. */
export interface Submission {
  host: string;
  key: string;
  keyLocation: string;
  urlList: string[];
}

/** Starts a search engine on 127.0.0.1 that accepts submissions. */
export const startSearchEngine = async () => {
  const taken: Submission[] = [];
  let reply = (): number => 200;
  const server = http.createServer((request, response) => {
    void text(request).then((body) => {
      const status = reply();
      if (status === 200) taken.push(JSON.parse(body) as Submission);
      response.writeHead(status).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    settled();
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  const settled = owes(stop);

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/indexnow`,
    taken,
    /** Counts the submissions of an address. */
    submissionsOf: (address: string): number =>
      taken.flatMap(({ urlList }) => urlList).filter((it) => it === address).length,
    answer(next: typeof reply): void {
      reply = next;
    },
    stop,
  };
};

export type SearchEngine = Awaited<ReturnType<typeof startSearchEngine>>;
