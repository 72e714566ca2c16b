'use strict';

const { readFileSync } = require('node:fs');

const Sequencer = require('@jest/test-sequencer').default;

/** Test files that take more than 20 seconds, longest first. */
const LONG = [
  'faults/nth-fault',
  'panel/an-editors-day',
  'other-sites/stock-typescript-app',
  'house/a-new-machine',
  'panel/the-bot-page',
  'panel/the-text-of-a-work',
  'generated-clients/in-typescript',
  'generated-clients/in-java',
  'pages/hostile-texts',
  'images/originals-keep-their-pixels',
  'databases/the-bots-writes-on-postgres',
  'editors/the-bots-writes-look-like-strapis',
  'other-sites/uninstall',
  'images/uploads-take-five-seconds',
  'instances/what-the-dead-had-is-soon-free',
  'databases/columns-move-to-the-prefix',
  'panel/two-people-one-work',
  'house/bench-compares',
  'crashes/start-without-database',
  'changes/webhooks-survive-kill-9',
  'crashes/during-upload',
  'chaos/short',
  'instances/ten-at-once',
  'crashes/during-writes',
  'fleet',
  'instances/nothing-that-commits-late-is-skipped',
  'instances/mariadb',
  'crashes/after-delete',
  'instances/three-behind-a-front',
  'crashes/503-database-locked',
  'crashes/sigterm-lets-requests-finish',
  'crashes/removals-survive-a-stop',
  'instances/two-instances',
  'faults/restored-backup',
  'reliability/image-bombs-do-not-explode',
  'house/configuration',
  'editors/roles-hold-in-every-admin-route',
  'images/file-process-faults',
  'concurrency/publish-save',
  'concurrency/publish-publish',
  'crashes/during-schedule',
  'instances/claims-live-as-long-as-their-request',
  'changes/webhooks-arrive',
  'instances/private-bucket',
  'crashes/during-restore',
  'databases/lists-by-filters',
  'editors/a-richer-work-type-keeps-its-rules',
  'databases/the-panels-search',
  'editors/a-localized-work-type',
  'crashes/cut-at-commit',
  'concurrency/delete-attach',
  'other-sites/export-and-import',
  'crashes/half-open-database',
];

/** Test files that measure times, which run last, when nothing else does. */
const LAST = ['pages/lighthouse'];

const placeOf = ({ path }) => {
  const isIt = (name) => path.endsWith(`/tests/${name}.long.test.ts`);
  if (LAST.some(isIt)) return LONG.length + 2;
  const place = LONG.findIndex(isIt);
  if (place !== -1) return place;
  // Files with the shared site run consecutively, because it stops when another site starts.
  return LONG.length + Number(readFileSync(path, 'utf8').includes(' = useSite()'));
};

/** Runs the longest test files first, because a long file that starts last leaves all other processors idle. */
module.exports = class extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => placeOf(one) - placeOf(other));
  }
};
