'use strict';

/** 13 is written for it: Node 22.14 and later have it, 23 from 23.6 on. */
const NODE_API_OF_13 = 10;

/** The versions of better-sqlite3 that the running Node may use, the best one first. */
exports.candidates =
  Number(process.versions.napi) >= NODE_API_OF_13
    ? // 12 where 13 has no binary that loads: with a glibc before 2.34, on a rare processor.
      ['better-sqlite3-13', 'better-sqlite3-12']
    : ['better-sqlite3-12'];
