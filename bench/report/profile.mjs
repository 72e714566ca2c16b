import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

import { markdownTable } from './markdown.mjs';

const TOP = 30;
const WAITING = '(idle)';
/** Microseconds; four times the sampling interval of `server/profiler.mjs`. */
const LONGEST = 1000;

/** Where code comes from: a package, a folder of the site, or Node itself. */
const originOf = (url) => {
  if (url === '') return 'engine';
  if (url.startsWith('node:')) return 'node';
  const inPackage = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url);
  if (inPackage) return inPackage[1];
  return /\/(src\/.*|config\/.*|bench\/.*)$/.exec(url)?.[1] ?? url;
};

const placeOf = ({ functionName, url, lineNumber }) => {
  const name = functionName === '' ? '(anonymous)' : functionName;
  if (url === '') return name;
  return `${name} ${originOf(url)} ${path.basename(url)}:${lineNumber + 1}`;
};

const add = (sums, key, value) => sums.set(key, (sums.get(key) ?? 0) + value);

/**
 * Microseconds that each node of the call tree was running itself. A gap between two samples much
 * longer than the interval means that the thread had no CPU: it waited for the disk, or for its
 * turn on a busy machine.
 */
const selfTimes = ({ samples, timeDeltas }) => {
  const times = new Map();
  samples.forEach((id, index) => add(times, id, Math.min(timeDeltas[index], LONGEST)));
  return times;
};

/** Adds up a call tree by function and by origin; `total` counts a recursive function once. */
const addUp = (profile) => {
  const times = selfTimes(profile);
  const byId = new Map(profile.nodes.map((node) => [node.id, node]));
  const self = new Map();
  const total = new Map();
  const origins = new Map();

  const visit = (node, open) => {
    // The profiler's own start and stop.
    if (node.callFrame.url.endsWith('bench/server/profiler.mjs')) return 0;
    const place = placeOf(node.callFrame);
    const own = times.get(node.id) ?? 0;
    add(self, place, own);
    if (place !== WAITING) add(origins, originOf(node.callFrame.url), own);
    const isOutermost = !open.has(place);
    if (isOutermost) open.add(place);
    const below = (node.children ?? []).reduce((sum, id) => sum + visit(byId.get(id), open), own);
    if (isOutermost) {
      open.delete(place);
      add(total, place, below);
    }
    return below;
  };
  const all = visit(profile.nodes[0], new Set());
  return { self, total, origins, busy: all - (self.get(WAITING) ?? 0) };
};

/** Functions whose name says what the server was doing: Strapi's and the site's. */
const isTelling = (place) => / (@strapi\/|src\/|config\/)/.test(place);

const topOf = (sums, busy, isShown = () => true) =>
  [...sums]
    .filter(([place]) => place !== WAITING && place !== '(root)' && isShown(place))
    .sort(([, a], [, b]) => b - a)
    .slice(0, TOP)
    .map(([place, time]) => [place, `${((100 * time) / busy).toFixed(1)} %`]);

/**
 * Where the CPU time of the server's JavaScript thread went, for each profile in a folder: shares
 * of the time in which it was not waiting. The threads of sharp and of SQLite's files are not in it.
 */
export const reportProfiles = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.cpuprofile'))
    .sort()
    .map((name) => {
      const profile = JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
      const { self, total, origins, busy } = addUp(profile);
      return [
        `## ${name}\n`,
        markdownTable(['by origin', 'share'], topOf(origins, busy)),
        '',
        markdownTable(['in the function itself', 'share'], topOf(self, busy)),
        '',
        markdownTable(['in it and what it calls', 'share'], topOf(total, busy, isTelling)),
        '',
      ].join('\n');
    })
    .join('\n');
