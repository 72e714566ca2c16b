'use strict';

/**
 * Replaces `better-sqlite3` on this site, also for Strapi, and loads the version that the running Node can use. No
 * single version of better-sqlite3 runs on Node 20, 22, 24 and 26:
 *
 * - 13 is written for Node-API 10, has its binaries in the package, and crashes in Node 20
 *   (WiseLibs/better-sqlite3#1514);
 * - 12 aborts in Node 24 when it was compiled with the headers of 24.19 or later
 *   (nodejs/node#65446). 12.9.0 is its last version with ready binaries for Node 20.
 */
const { candidates } = require('./candidates.cjs');

/** Loads one version. @throws if it is not installed, or its binary is not for this Node */
const load = (name) => {
  const Database = require(name);
  // The binary is loaded with the first database.
  new Database(':memory:').close();
  return Database;
};

const loadFirst = () => {
  const failures = [];
  for (const name of candidates) {
    try {
      return load(name);
    } catch (error) {
      // Keeps the message on one line, without the list of paths that were tried.
      failures.push(`${name}: ${error.message.split('. Tried:')[0].replace(/\s+/g, ' ')}`);
    }
  }
  throw new Error(
    `SQLite cannot be loaded in Node ${process.versions.node} (${failures.join('; ')})`
  );
};

module.exports = loadFirst();
