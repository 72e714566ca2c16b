import { cpuOfChildren, memoryOfChildren } from './processes.mjs';

/**
 * @typedef {object} Reading What a server has used since it started.
 * @property {number} cpu Milliseconds of all its threads and child processes, user and system.
 * @property {number} queries Statements sent to the database, BEGIN and the like left out.
 * @property {number} transactionStatements BEGIN, COMMIT, ROLLBACK, SAVEPOINT and RELEASE.
 * @property {number} resident Bytes of memory that are resident, those of its children too.
 */

const TRANSACTION = /^(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)\b/i;

/** Counts what a server does. To be made before the server takes requests. */
export const createMeter = (strapi) => {
  const counts = { queries: 0, transactionStatements: 0 };
  let lastEvent = performance.now();
  let inFlight = 0;

  strapi.db.connection.on('query', ({ sql }) => {
    counts[TRANSACTION.test(sql) ? 'transactionStatements' : 'queries'] += 1;
    lastEvent = performance.now();
  });
  strapi.server.httpServer.on('request', (_request, response) => {
    inFlight += 1;
    lastEvent = performance.now();
    response.once('close', () => {
      inFlight -= 1;
      lastEvent = performance.now();
    });
  });

  return {
    /** @returns {Reading} */
    read() {
      const { user, system } = process.cpuUsage();
      return {
        ...counts,
        cpu: (user + system) / 1000 + cpuOfChildren(),
        resident: process.memoryUsage.rss() + memoryOfChildren(),
      };
    },
    /** Milliseconds since a request or a query; 0 while a request is being answered. */
    quietFor: () => (inFlight > 0 ? 0 : performance.now() - lastEvent),
  };
};
