import { readFileSync } from 'node:fs';

/** Clock ticks in a second, as Linux counts them for programs. */
const TICKS = 100;
const PAGE = 4096;

const readText = (file) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

/** The fields of a process behind its name: `state ppid ...` (proc(5), /proc/pid/stat). */
const statOf = (pid) => readText(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? [];

/** Looked up often while a server comes to rest, so it must cost next to nothing. */
const childrenOf = (parent) =>
  readText(`/proc/${parent}/task/${parent}/children`).split(' ').filter(Boolean).map(Number);

/** Milliseconds of CPU of a process's children: those that run, and those that have ended. */
export const cpuOfChildren = (parent = process.pid) => {
  const own = statOf(parent);
  const ended = Number(own[13] ?? 0) + Number(own[14] ?? 0);
  const running = childrenOf(parent)
    .map(statOf)
    .reduce((sum, stat) => sum + Number(stat[11] ?? 0) + Number(stat[12] ?? 0), 0);
  return ((ended + running) * 1000) / TICKS;
};

/** Bytes that a process's children hold. */
export const memoryOfChildren = (parent = process.pid) =>
  childrenOf(parent)
    .map((pid) => Number(readText(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * PAGE)
    .reduce((sum, bytes) => sum + bytes, 0);
