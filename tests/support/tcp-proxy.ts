import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

import { owes } from './running';

/** When a line is cut: before the server gets a COMMIT, or after it, before its answer is passed on. */
export type Moment = 'before' | 'after';

/** A line to a server of 127.0.0.1 that a test can spoil. */
export interface TcpProxy {
  port: number;
  /** Goes on taking connections and what is sent on them, and passes nothing on any more. */
  freeze: () => void;
  /** Works again, for new connections; those of before stay dead, as behind a firewall that forgot them. */
  thaw: () => void;
  /** Cuts the line that sends the next COMMIT. */
  cutNextCommit: (moment: Moment) => void;
  /** Whether that has happened. */
  readonly hasCut: boolean;
  /** Cuts all lines at the BEGIN or COMMIT that comes so many later; 1 is the next. */
  cutTransaction: (later: number) => void;
  /** How many BEGIN and COMMIT it has passed on or cut so far. */
  readonly transactionEnds: number;
  /** How many connections it was asked for so far. */
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
