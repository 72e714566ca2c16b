/**
 * Node loads this file (`-r`) before a program of this folder. It is written in ES5, so that an old Node
 * gets as far as saying that it is too old, and does not stop at syntax that it does not know.
 */
'use strict';

var OLDEST = 20;
var NEWEST = 26;

/** The line to show when `version` (like "20.1.0") cannot run the site, or the empty string. */
exports.complaint = function (version) {
  var major = parseInt(version, 10);
  if (major >= OLDEST && major <= NEWEST) return '';
  return 'This site needs Node.js ' + OLDEST + ' to ' + NEWEST + ', but this is ' + version + '.';
};

var complaint = exports.complaint(process.versions.node);
if (complaint) {
  process.stderr.write(complaint + '\n');
  process.exit(1);
}
