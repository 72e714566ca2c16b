import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { owes } from './running';

/** A server in front of a storage, as a CDN is: readers ask it, and it answers as it likes. */
export interface Front {
  url: string;
  /** How it answers; by default it refuses all. */
  answer: (response: ServerResponse) => void;
  /** Paths that it was asked for. */
  asked: string[];
  stop: () => Promise<void>;
}

/** Starts a front on a free port of 127.0.0.1 that has nothing to do with the storage behind it. */
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
