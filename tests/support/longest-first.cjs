'use strict';

const Sequencer = require('@jest/test-sequencer').default;

/** Files that take more than 20 seconds, the longest first. */
const LONG = [
  'faults/nth-fault',
  'panel/an-editors-day',
  'other-sites/uninstall',
  'changes/webhooks-survive-kill-9',
  'images/originals-keep-their-pixels',
  'other-sites/stock-typescript-app',
  'editors/the-bots-writes-look-like-strapis',
  'panel/the-bot-page',
  'instances/ten-at-once',
  'crashes/during-upload',
  'instances/three-behind-a-front',
  'reliability/sigterm-lets-requests-finish',
  'instances/claims-live-as-long-as-their-request',
  'faults/503-database-locked',
  'instances/private-bucket',
  'faults/half-open-database',
  'other-sites/export-and-import',
  'crashes/during-writes',
  'storage/removals-survive-a-stop',
  'instances/mariadb',
  'crashes/during-schedule',
  'chaos/short',
];

const placeOf = ({ path }) => {
  const place = LONG.findIndex((name) => path.endsWith(`/tests/${name}.test.ts`));
  return place === -1 ? LONG.length : place;
};

/** A long file that begins last keeps one processor busy, and all others idle. */
module.exports = class extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => placeOf(one) - placeOf(other));
  }
};
