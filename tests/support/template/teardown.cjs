'use strict';

/** Jest's global teardown; see `setup.ts`. */
module.exports = () => globalThis.endOfTests();
