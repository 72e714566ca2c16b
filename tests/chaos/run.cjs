/**
 * The chaos program: `node tests/chaos/run.cjs [options]`. Compiles TypeScript files as they are loaded, because it
 * uses the helpers of the tests.
 */
'use strict';

const fs = require('node:fs');

const { transformSync } = require('@swc/core');

require.extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(fs.readFileSync(filename, 'utf8'), {
    filename,
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    module: { type: 'commonjs', ignoreDynamic: true },
    sourceMaps: 'inline',
  });
  module._compile(code, filename);
};

require('./main.ts')
  .main(process.argv.slice(2))
  .then(
    (code) => process.exit(code),
    (error) => {
      console.error(error);
      process.exit(2);
    }
  );
