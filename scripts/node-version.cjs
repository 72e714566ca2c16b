/**
 * Checks the Node version. Node loads this file (`-r`) before a script of this folder. It is written in ES5, so that an
 * old Node prints the message instead of a syntax error.
 */
'use strict';

var OLDEST = 20;
var NEWEST = 26;

/** Error message if `version` (such as "20.1.0") cannot run the site, or an empty string. */
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
