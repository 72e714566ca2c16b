import fs from 'node:fs';
import path from 'node:path';

/**
 * A stamp says from which sources a build was made and what it came out as. It is taken away
 * before a build and written after it: a build that was interrupted, or that something else
 * has written over since, does not match its stamp and is made again.
 */
export const matches = (file, sources, output) => {
  try {
    const stamp = JSON.parse(fs.readFileSync(file, 'utf8'));
    return stamp.sources === sources() && stamp.output === output();
  } catch {
    return false;
  }
};

/** Runs `build` between taking the stamp away and writing it. */
export const stamped = async (file, sources, output, build) => {
  fs.rmSync(file, { force: true });
  // Taken before the build: a source that changes while it runs must count as changed.
  const before = sources();
  await build();
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, JSON.stringify({ sources: before, output: output() }));
};
