import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { PlainError, root } from '../../scripts/terminal.mjs';
import { sayProgress } from '../report/say.mjs';

const LOCK = 'package-lock.json';

/**
 * Checks out a commit of this site and builds it, without its panel.
 *
 * @param {string} commit any name that Git knows it by.
 * @param {string} folder that is not there yet.
 * @returns {Promise<string>} the folder.
 * @throws PlainError if there is no such commit, or it cannot be built.
 */
export const checkOut = async (commit, folder) => {
  const run = (program, args, cwd = folder) => {
    try {
      return execFileSync(program, args, { cwd, stdio: 'pipe', maxBuffer: 2 ** 30 });
    } catch (error) {
      throw new PlainError(`${commit} cannot be built: ${error.stderr || error.message}`);
    }
  };
  sayProgress(`Building ${commit}`);
  run('git', ['clone', '--quiet', '--shared', '--no-checkout', root, folder], root);
  run('git', ['checkout', '--quiet', run('git', ['rev-parse', commit], root).toString().trim()]);
  const [locked, here] = [folder, root].map((place) =>
    readFileSync(path.join(place, LOCK), 'utf8')
  );
  if (locked === here) {
    cpSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
    });
  } else {
    run('npm', ['ci', '--no-audit', '--no-fund']);
  }
  run('npm', ['run', 'build', '--workspace', 'src/plugins/bot']);
  run('npx', ['tsc', '-p', '.', '--incremental', 'false']);
  return folder;
};
