import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { owes } from './running';

/** A server in front of a storage, like a CDN. Readers send requests to it, and the test decides its answers. */
export interface Front {
  url: string;
  /** Handler of the answers; by default it answers 403. */
  answer: (response: ServerResponse) => void;
  /** Paths of the requests so far. */
  asked: string[];
  stop: () => Promise<void>;
}

/** Starts the server on a free port of 127.0.0.1. It has no connection to the storage. */
export const startFront = async (): Promise<Front> => {
  const server = createServer((request, response) => {
    front.asked.push(request.url ?? '');
    front.answer(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    settled();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  const settled = owes(stop);
  const front: Front = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: (response) => response.writeHead(403).end(),
    asked: [],
    stop,
  };
  return front;
};
