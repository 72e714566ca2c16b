/** `node bench/run.mjs <program> [options]`: runs one of the benchmarks; see bench/README.md. */
import { parseArgs } from 'node:util';

import { endWith, UserFacingError } from '../scripts/terminal.mjs';

import { timeOf } from './load.mjs';
import { describeMachine, print, seconds } from './report.mjs';
import { makeTemporaryFolder } from './temporary-folder.mjs';

const text = { type: 'string' };
const texts = { type: 'string', multiple: true };
const flag = { type: 'boolean', default: false };

const OPTIONS = {
  compare: { rounds: text, quick: flag, only: texts, at: texts, against: text },
  scale: {
    ...{ client: texts, largest: text, store: texts },
    ...{ rounds: text, only: texts, 'no-memory': flag },
  },
};

const readOptions = (options, args) => {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new UserFacingError(error.message);
  }
};

const runProgram = async ([name, ...args]) => {
  const options = readOptions(OPTIONS[name], args);
  const { run } = await import(`./${name}.mjs`);
  const took = await timeOf(() => run(makeTemporaryFolder(), options));
  print(`${describeMachine()}; took ${seconds(took)}`);
};

runProgram(process.argv.slice(2)).catch(endWith);
