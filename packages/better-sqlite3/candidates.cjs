'use strict';

/** Node-API version that better-sqlite3 13 requires. Node 22.14 and later have it, and 23 from 23.6 on. */
const NODE_API_OF_13 = 10;

/** Versions of better-sqlite3 that the running Node can use, best first. */
exports.candidates =
  Number(process.versions.napi) >= NODE_API_OF_13
    ? // Version 12 is used if no binary of 13 loads: with glibc before 2.34, or on a rare processor.
      ['better-sqlite3-13', 'better-sqlite3-12']
    : ['better-sqlite3-12'];
