'use strict';

/** After all test files; see `setup.ts`. */
module.exports = () => globalThis.endOfTests();
