import { setTimeout as pause } from 'node:timers/promises';

import { cpuOfChildren, memoryOfChildren } from './processes.mjs';

const TRANSACTION = /^(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)\b/i;
const STEP = 20;
/** No request and no query for so long. */
const QUIET = 120;
/** CPU milliseconds in one step that a server with nothing to do may take. */
const IDLE = 2;
const PATIENCE = 20_000;

/** Counts what a server does. To be made before the server takes requests. */
export const createMeter = (strapi) => {
  const counts = { queries: 0, transactionStatements: 0 };
  let lastEvent = performance.now();
  let inFlight = 0;
  let largest = 0;

  strapi.db.connection.on('query', ({ sql }) => {
    counts[TRANSACTION.test(sql) ? 'transactionStatements' : 'queries'] += 1;
    lastEvent = performance.now();
  });
  strapi.server.httpServer.on('request', (_request, response) => {
    inFlight += 1;
    response.once('close', () => {
      inFlight -= 1;
      lastEvent = performance.now();
    });
  });

  const cpu = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000 + cpuOfChildren();
  };
  const look = () => {
    largest = Math.max(largest, process.memoryUsage.rss() + memoryOfChildren());
    return largest;
  };

  return {
    /**
     * What the server has used since it started, with its threads and child processes: milliseconds of CPU, user
     * and system; statements sent to the database, BEGIN and the like apart; bytes resident at most while watched.
     */
    read: () => ({ ...counts, cpu: cpu(), largest }),

    /** Watches the resident memory from now on. @returns bytes that are resident now. */
    watchMemory() {
      setInterval(look, STEP).unref();
      return look();
    },

    /**
     * Waits until the server has done what it does behind its answers: removing bytes, telling webhooks, filling
     * caches. At rest it has had no query for a while and uses next to no CPU.
     */
    async settle() {
      const deadline = performance.now() + PATIENCE;
      for (let before = cpu(); performance.now() < deadline; before = cpu()) {
        await pause(STEP);
        const isQuiet = inFlight === 0 && performance.now() - lastEvent > QUIET;
        if (isQuiet && cpu() - before < IDLE) return;
      }
      throw new Error('The server did not come to rest');
    },
  };
};
