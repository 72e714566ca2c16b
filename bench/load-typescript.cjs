'use strict';

const fs = require('node:fs');

const { transformSync } = require('@swc/core');

// The tests start PostgreSQL already; their helpers are TypeScript.
require.extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(fs.readFileSync(filename, 'utf8'), {
    filename,
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    module: { type: 'commonjs', ignoreDynamic: true },
  });
  module._compile(code, filename);
};
