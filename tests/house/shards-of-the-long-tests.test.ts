import { readdir } from 'node:fs/promises';
import path from 'node:path';

import Sequencer from '../support/longest-first.cjs';

const root = path.resolve(__dirname, '..');
const SHARDS = 5;

test('the shards that CI runs have each long test once, and as many files', async () => {
  const names = await readdir(root, { recursive: true });
  const files = names.filter((name) => name.endsWith('.long.test.ts'));
  const tests = files.map((name) => ({ path: path.join(root, name) }));
  const sequencer = new Sequencer({} as never);
  const shards = Array.from({ length: SHARDS }, (_, index) =>
    sequencer.shard(tests, { shardIndex: index + 1, shardCount: SHARDS })
  );
  expect(shards.flat().map((one) => one.path)).toHaveLength(tests.length);
  expect(new Set(shards.flat()).size).toBe(tests.length);
  const sizes = shards.map(({ length }) => length);
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
});
