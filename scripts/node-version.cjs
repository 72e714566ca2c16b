'use strict';

var OLDEST = 20;
var NEWEST = 24;

/** The line to show when `version` (like "20.1.0") cannot run the site, or the empty string. */
exports.complaint = function (version) {
  var major = parseInt(version, 10);
  if (major >= OLDEST && major <= NEWEST) return '';
  return 'This site needs Node.js ' + OLDEST + ' to ' + NEWEST + ', but this is ' + version + '.';
};
