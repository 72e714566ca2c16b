import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

import { owes } from './running';

/** Time of the cut: before the server receives a COMMIT, or afterwards, before its answer is forwarded. */
export type Moment = 'before' | 'after';

/** A TCP proxy for a server of 127.0.0.1 whose connections a test can break. */
export interface TcpProxy {
  port: number;
  /** Stops forwarding, but still accepts connections and data. */
  freeze: () => void;
  /** Forwards new connections again; old ones stay dead, as behind a firewall that has forgotten them. */
  thaw: () => void;
  /** Cuts the connection that sends the next COMMIT. */
  cutNextCommit: (moment: Moment) => void;
  /** Whether the cut has happened. */
  readonly hasCut: boolean;
  /** Cuts all connections at the nth BEGIN or COMMIT from now; 1 is the next. */
  cutTransaction: (later: number) => void;
  /** Number of BEGIN and COMMIT statements so far, forwarded or cut. */
  readonly transactionEnds: number;
  /** Number of accepted connections so far. */
  readonly connections: number;
  stop: () => Promise<void>;
}

/** Starts a proxy in front of a port of 127.0.0.1. */
export const startTcpProxy = async (target: number): Promise<TcpProxy> => {
  let isFrozen = false;
  let cut: Moment | undefined;
  let connections = 0;
  let transactionEnds = 0;
  let lastEnd: number | undefined;
  const sockets = new Set<Socket>();

  const track = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    return socket;
  };

  const destroyAll = (): void => sockets.forEach((socket) => void socket.destroy());

  const server = createServer((socket) => {
    connections += 1;
    const client = track(socket);
    let isDead = isFrozen;
    const upstream = track(connect(target, '127.0.0.1'));
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    let isToBeCut = false;

    client.on('data', (chunk) => {
      isDead ||= isFrozen;
      if (isDead) return;
      if (/BEGIN|COMMIT;/.test(chunk.toString('latin1'))) transactionEnds += 1;
      if (transactionEnds === lastEnd) {
        lastEnd = undefined;
        destroyAll();
        return;
      }
      isToBeCut = cut !== undefined && chunk.includes('COMMIT;');
      if (!isToBeCut) upstream.write(chunk);
      else if (cut === 'before') end();
      else upstream.write(chunk);
      if (isToBeCut) cut = undefined;
    });
    upstream.on('data', (chunk) => {
      isDead ||= isFrozen;
      if (isDead) return;
      if (isToBeCut) end();
      else client.write(chunk);
    });
    client.on('close', end);
    upstream.on('close', () => isDead || end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const stop = async (): Promise<void> => {
    settled();
    destroyAll();
    await new Promise((resolve) => server.close(resolve));
  };
  const settled = owes(stop);

  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => void (isFrozen = true),
    thaw: () => void (isFrozen = false),
    cutNextCommit: (moment) => void (cut = moment),
    get hasCut() {
      return cut === undefined;
    },
    cutTransaction: (later) => void (lastEnd = transactionEnds + later),
    get transactionEnds() {
      return transactionEnds;
    },
    get connections() {
      return connections;
    },
    stop,
  };
};
