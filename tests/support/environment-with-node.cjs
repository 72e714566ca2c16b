'use strict';

const { TestEnvironment } = require('jest-environment-node');

// Strapi's destroy() calls it without a name for the whole process, whose listeners Jest needs. `tests/support/site.ts`
// removes those of a site.
const { removeAllListeners } = process;
process.removeAllListeners = function (...names) {
  return names.length === 0 ? this : removeAllListeners.apply(this, names);
};

/** Files of Jest's own modules. All modules loaded later belong to Strapi or to a test. */
const own = new Set(Object.keys(require.cache));

/** Removes all modules except Jest's from Node's cache. */
const takeModules = () => {
  const files = Object.keys(require.cache).filter((file) => !own.has(file));
  const modules = files.map((file) => [file, require.cache[file]]);
  files.forEach((file) => delete require.cache[file]);
  // Node records required modules here, and would keep them forever.
  module.children = module.children.filter((child) => own.has(child.filename));
  return modules;
};

/** Modules of the Strapi that sites share, while a modified Strapi is in the cache. */
let shared;

/** Strapi for unmodified sites, loaded once per worker instead of once per test file. */
const sharedStrapi = () => {
  if (shared) {
    takeModules();
    shared.forEach(([file, loaded]) => (require.cache[file] = loaded));
    shared = undefined;
  }
  return require('@strapi/strapi');
};

/** A separate Strapi with all its modules. */
const newStrapi = () => {
  const modules = takeModules();
  shared ??= modules;
  return require('@strapi/strapi');
};

/** Objects outside of the test file's own globals, which are shared with later test files. */
const outside = { sharedStrapi, newStrapi, require, process, Error, globalThis, kept: {} };

/** Message by which Jest ends a worker. If Jest runs tests in its own process, teardown.cjs sends it. */
const END = 2;
const onMessage = (message) => {
  if (!Array.isArray(message) || message[0] !== END) return;
  process.off('message', onMessage);
  outside.kept.stop?.();
};
process.on('message', onMessage);

/**
 * Environment of a test file, plus Strapi and `process` from outside of Jest's module registry, which loads modules
 * several times slower and keeps their memory.
 */
module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global.outside = outside;
    // Database drivers check whether a value is an instance of their own Date.
    this.global.Date = Date;
  }
};
