'use strict';

const { TestEnvironment } = require('jest-environment-node');

// Strapi's destroy() calls it for the whole process, whose listeners Jest needs. `tests/support/site.ts`
// takes away those of a site.
const { removeAllListeners } = process;
process.removeAllListeners = function (...names) {
  return names.length === 0 ? this : removeAllListeners.apply(this, names);
};

/**
 * A test file's usual surroundings, and Node's own `require` and `process` beside them: what is
 * required with it is loaded once in a worker, and not again for each test file.
 */
module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global.outside = { require, process };
    // Drivers of databases ask whether a value is one of their own dates.
    this.global.Date = Date;
  }
};
