'use strict';

/** Runs one file of this folder; an error that it throws ends the process with one line. */
module.exports = (name) => {
  import(`./${name}.mjs`).catch((error) => {
    // An error that carries `plain` was written for people; of any other the stack is wanted.
    process.stderr.write(`${error.plain ? error.message : error.stack}\n`);
    process.exit(1);
  });
};
