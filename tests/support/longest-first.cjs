'use strict';

const { readFileSync } = require('node:fs');

const Sequencer = require('@jest/test-sequencer').default;

/** Test files that take more than 20 seconds, longest first. */
const LONG = [
  'panel/an-editors-day',
  'house/a-new-machine',
  'faults/nth-fault',
  'other-sites/stock-typescript-app',
  'generated-clients/in-typescript',
  'panel/the-bot-page',
  'crashes/start-without-database',
  'other-sites/uninstall',
  'instances/ten-at-once',
  'panel/the-text-of-a-work',
  'crashes/during-upload',
  'house/bench-compares',
  'databases/the-bots-writes-on-mariadb',
  'images/uploads-take-five-seconds',
  'databases/time-zones',
  'generated-clients/in-java',
  'instances/what-the-dead-had-is-soon-free',
  'reliability/without-a-feature',
  'databases/the-bots-writes-on-postgres',
  'databases/lists-by-filters',
  'panel/two-people-one-work',
  'crashes/during-writes',
  'fleet',
  'crashes/during-restore',
  'editors/the-bots-writes-look-like-strapis',
  'instances/three-behind-a-front',
  'editors/a-richer-work-type-keeps-its-rules',
  'changes/webhooks-survive-kill-9',
  'images/file-process-faults',
  'chaos/short',
  'pages/hostile-texts',
  'crashes/sigterm-lets-requests-finish',
  'house/configuration',
  'instances/behind-pgbouncer',
  'instances/claims-live-as-long-as-their-request',
  'crashes/during-the-first-fill-of-the-search',
  'crashes/503-database-locked',
  'instances/mariadb',
  'hostile-films',
  'crashes/after-delete',
  'crashes/removals-survive-a-stop',
  'editors/the-fast-path-proves-itself',
  'reliability/temporary-files-of-another-process',
  'instances/two-instances',
  'storage/what-is-missing-is-filled-in',
  'images/originals-keep-their-pixels',
  'other-sites/export-and-import',
  'databases/the-panels-search',
  'stuck-processes',
  'crashes/half-open-database',
  'pages/pictures',
  'databases/columns-move-to-the-prefix',
  'api/resumable-uploads-are-tus',
  'client/command',
  'editors/roles-hold-in-every-admin-route',
  'instances/nothing-that-commits-late-is-skipped',
  'faults/restored-backup',
  'other-sites/stock-javascript-app',
  'crashes/during-schedule',
  'fuzz/any-sequence-of-requests',
  'reliability/image-bombs-do-not-explode',
  'databases/pages',
  'concurrency/delete-attach',
  'faults/507-disk-full',
  'check',
  'faults/reconcile-dry-run',
  'fuzz/damaged-images',
  'editors/files-that-works-use',
  'databases/by-database-url',
  'reliability/any-request-gets-a-declared-answer',
  'faults/restore-behind-a-front',
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

/**
 * Runs the longest test files first, because a long file that starts last leaves all other processors idle. Deals the
 * files out to shards in that order, there and back, so that all shards take about the same time.
 */
module.exports = class extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => placeOf(one) - placeOf(other));
  }

  shard(tests, { shardIndex, shardCount }) {
    const byPath = [...tests].sort((one, other) => (one.path < other.path ? -1 : 1));
    return byPath
      .sort((one, other) => placeOf(one) - placeOf(other))
      .filter((_test, place) => {
        const round = Math.floor(place / shardCount);
        const shard = place % shardCount;
        return (round % 2 ? shardCount - 1 - shard : shard) === shardIndex - 1;
      });
  }
};
