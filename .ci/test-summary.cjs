'use strict';

/** Prints one line per test run, from the files that Jest wrote with `--json`, and then the total. */
const { readFileSync } = require('node:fs');
const path = require('node:path');

const print = (title, { passed, failed, skipped }) =>
  process.stdout.write(`${title}${passed} passed, ${failed} failed, ${skipped} skipped\n`);

const sum = { passed: 0, failed: 0, skipped: 0 };
for (const file of process.argv.slice(2)) {
  const result = JSON.parse(readFileSync(file, 'utf8'));
  const counts = {
    passed: result.numPassedTests,
    // A file that fails to load contains no test, but must be counted as a failure.
    failed: result.numFailedTests + result.numRuntimeErrorTestSuites,
    skipped: result.numPendingTests + result.numTodoTests,
  };
  print(`npm run ${path.basename(file)}: `, counts);
  for (const name of Object.keys(sum)) sum[name] += counts[name];
}
print('', sum);
