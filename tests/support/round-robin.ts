import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

import { owes } from './running';

/** Milliseconds for which an unreachable upstream gets no requests. */
const LEFT_OUT = 300;

/** A small load balancer. */
export interface RoundRobin {
  /** URL of the balancer, known before its upstreams. */
  url: string;
  /** Sets the upstreams that get later requests in turn. */
  use: (upstreams: string[]) => void;
  stop: () => Promise<void>;
}

/**
 * Starts an HTTP server that forwards requests to its upstreams in turn. It does not retry: if an upstream is
 * unreachable or stops in the middle, the client gets 502 or an incomplete answer.
 */
export const startRoundRobin = async (): Promise<RoundRobin> => {
  const agent = new Agent({ keepAlive: true });
  const backAt = new Map<string, number>();
  let upstreams: string[] = [];
  let turn = 0;

  const next = (): string | undefined => {
    turn += 1;
    const present = upstreams.filter((upstream) => (backAt.get(upstream) ?? 0) <= Date.now());
    const candidates = present.length > 0 ? present : upstreams;
    return candidates[turn % candidates.length];
  };

  const pass = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const upstream = next();
    const fail = (): void => {
      if (upstream !== undefined) backAt.set(upstream, Date.now() + LEFT_OUT);
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502, { Connection: 'close' }).end('Bad gateway');
    };
    if (upstream === undefined) return fail();
    const { method, url, headers } = incoming;
    const forwarded = request(upstream + url, { method, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      pipeline(answer, outgoing, () => undefined);
    });
    forwarded.on('error', fail);
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  };

  const server = createServer(pass).listen(0, '127.0.0.1');
  await once(server, 'listening');

  const stop = async () => {
    settled();
    agent.destroy();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  const settled = owes(stop);

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    use(addresses) {
      upstreams = addresses;
    },
    stop,
  };
};
