'use strict';

/** Prints the closing line of a test run, from the file that Jest wrote with --json. */
const { readFileSync } = require('node:fs');

const result = JSON.parse(readFileSync(process.argv[2], 'utf8'));

// A file that does not even load holds no test, and must not go unseen.
const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
const skipped = result.numPendingTests + result.numTodoTests;

process.stdout.write(`${result.numPassedTests} passed, ${failed} failed, ${skipped} skipped\n`);
