import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const filesUnder = (root, entry, skip) => {
  if (skip(entry)) return [];
  const stats = fs.statSync(path.join(root, entry), { throwIfNoEntry: false });
  if (!stats) return [];
  if (!stats.isDirectory()) return [entry];
  return fs
    .readdirSync(path.join(root, entry))
    .sort()
    .flatMap((name) => filesUnder(root, `${entry}/${name}`, skip));
};

/**
 * A hash over names and contents of files.
 *
 * @param entries files and folders, relative to `root`; one that does not exist counts as empty.
 * @param skip tells of a relative path whether to leave it out, with all that is under it.
 */
export const fingerprint = (root, entries, skip = () => false) => {
  const hash = createHash('sha256');
  for (const file of entries.flatMap((entry) => filesUnder(root, entry, skip))) {
    const content = fs.readFileSync(path.join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
};
