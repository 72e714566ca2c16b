'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

/** Before all test files: a folder for what they hand to one another, see `template.ts`. */
module.exports = () => {
  process.env.TEST_TEMPLATES = fs.mkdtempSync(path.join(os.tmpdir(), 'site-templates-'));
};
