import { execFileSync } from 'node:child_process';
import path from 'node:path';

const memory = path.resolve(__dirname, '../../dist/src/start/memory.js');

/** What the engine says of its limits when it collects the heap. */
const limitsIn = (program: string): string[] => {
  const said = execFileSync(process.execPath, ['--trace-gc-verbose', '-e', program]).toString();
  return [...said.matchAll(/new limit: \d+ KB \((.*)\)/g)].map(([, factor]) => factor);
};

test('the heap is collected after the start, and again when it is three times as large', () => {
  const limits = limitsIn(`require(${JSON.stringify(memory)}).settleMemory()`);
  expect(limits.length).toBeGreaterThan(0);
  expect(new Set(limits)).toEqual(new Set(['3.0']));
});
