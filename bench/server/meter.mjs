import { setTimeout as pause } from 'node:timers/promises';

import { cpuOfChildren, memoryOfChildren } from './processes.mjs';

const TRANSACTION = /^(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)\b/i;
const STEP = 20;
/** Milliseconds without a request or query after which a server is idle. */
const QUIET = 120;
/** Maximum CPU time in milliseconds that an idle server uses within 20 milliseconds (`STEP`). */
const IDLE = 2;
const TIMEOUT = 20_000;

/** Counts queries, requests and CPU time of a server. Must be created before the server takes requests. */
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
  const measureMemory = () => {
    largest = Math.max(largest, process.memoryUsage.rss() + memoryOfChildren());
    return largest;
  };

  return {
    /**
     * Totals since the start, including threads and child processes: CPU time in milliseconds, user plus system; number
     * of database statements, with BEGIN and similar statements counted separately; highest resident memory in bytes
     * since the call of `watchMemory`.
     */
    read: () => ({ ...counts, cpu: cpu(), largest }),

    /** Starts to watch the resident memory. @returns bytes that are resident now. */
    watchMemory() {
      setInterval(measureMemory, STEP).unref();
      return measureMemory();
    },

    /**
     * Waits until the server has finished its background work: deleting files, sending webhooks, filling caches. An
     * idle server has run no query for a while and uses almost no CPU.
     */
    async settle() {
      const deadline = performance.now() + TIMEOUT;
      for (let before = cpu(); performance.now() < deadline; before = cpu()) {
        await pause(STEP);
        const isQuiet = inFlight === 0 && performance.now() - lastEvent > QUIET;
        if (isQuiet && cpu() - before < IDLE) return;
      }
      throw new Error('The server did not come to rest');
    },
  };
};
