/**
 * `node tests/chaos/run.cjs [options]`: the chaos program. It is TypeScript like the tests whose
 * helpers it uses, so each file is translated when it is loaded.
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
