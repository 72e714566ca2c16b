'use strict';

const { TestEnvironment } = require('jest-environment-node');

// Strapi's destroy() calls it for the whole process, whose listeners Jest needs. `tests/support/site.ts`
// takes away those of a site.
const { removeAllListeners } = process;
process.removeAllListeners = function (...names) {
  return names.length === 0 ? this : removeAllListeners.apply(this, names);
};

/** The modules of Jest, by file. All that is loaded later is Strapi's or a test's. */
const own = new Set(Object.keys(require.cache));

/** Takes all modules but Jest's out of Node's cache. */
const takeModules = () => {
  const files = Object.keys(require.cache).filter((file) => !own.has(file));
  const modules = files.map((file) => [file, require.cache[file]]);
  files.forEach((file) => delete require.cache[file]);
  // Node notes there what a module has required, and would keep it for ever.
  module.children = module.children.filter((child) => own.has(child.filename));
  return modules;
};

/** The modules of the Strapi that sites share, while one that a test changes is in the cache. */
let shared;

/** Strapi for sites as they are: loaded once in a worker, and not again for each test file. */
const sharedStrapi = () => {
  if (shared) {
    takeModules();
    shared.forEach(([file, loaded]) => (require.cache[file] = loaded));
    shared = undefined;
  }
  return require('@strapi/strapi');
};

/** A Strapi of its own, with all that it requires. */
const newStrapi = () => {
  const modules = takeModules();
  shared ??= modules;
  return require('@strapi/strapi');
};

/** What test files have beside their own surroundings, and hand on to the next one. */
const outside = { sharedStrapi, newStrapi, require, process, Error, globalThis, kept: {} };

/** By this message Jest ends a worker; of its own process, where it runs tests in that, teardown.cjs says so. */
const END = 2;
const onMessage = (message) => {
  if (!Array.isArray(message) || message[0] !== END) return;
  process.off('message', onMessage);
  outside.kept.stop?.();
};
process.on('message', onMessage);

/**
 * A test file's usual surroundings, and beside them Strapi and `process` from outside of Jest's module
 * registry, which takes several times as long to load a module and keeps its memory.
 */
module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global.outside = outside;
    // Drivers of databases ask whether a value is one of their own dates.
    this.global.Date = Date;
  }
};
