/**
 * `node scripts/run.cjs <name>`: runs scripts/<name>.mjs.
 *
 * This file and node-version.cjs are written in ES5: an old Node must get as far as saying that it is
 * too old, and not stop at syntax that it does not know.
 */
'use strict';

var complaint = require('./node-version.cjs').complaint(process.versions.node);

if (complaint) {
  process.stderr.write(complaint + '\n');
  process.exitCode = 1;
} else {
  require('./load-command.cjs')(process.argv[2]);
}
