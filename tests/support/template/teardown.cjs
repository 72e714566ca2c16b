'use strict';

const fs = require('node:fs');

/** After all test files. */
module.exports = () => {
  fs.rmSync(process.env.TEST_TEMPLATES, { recursive: true, force: true });
};
