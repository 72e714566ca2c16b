import { readFileSync } from 'node:fs';

/** Clock ticks in a second, as Linux counts them for programs. */
const TICKS = 100;
const PAGE = 4096;

/** The numbers of a file of a process (proc(5)); none once it has ended. */
const fieldsOf = (file) => {
  try {
    return readFileSync(`/proc/${file}`, 'utf8').split(') ').at(-1).split(' ');
  } catch {
    return [];
  }
};

/** Looked up often while a server comes to rest, so it must cost next to nothing. */
const ofChildren = (valueOf) =>
  fieldsOf(`${process.pid}/task/${process.pid}/children`)
    .filter(Boolean)
    .reduce((sum, child) => sum + valueOf(child), 0);

/** Behind its name stand `state ppid ...`. */
const ticks = (pid, first) => {
  const stat = fieldsOf(`${pid}/stat`);
  return Number(stat[first] ?? 0) + Number(stat[first + 1] ?? 0);
};

/** Milliseconds of CPU of this process's children: those that run, and those that have ended. */
export const cpuOfChildren = () =>
  ((ticks(process.pid, 13) + ofChildren((pid) => ticks(pid, 11))) * 1000) / TICKS;

/** Bytes that this process's children hold. */
export const memoryOfChildren = () =>
  ofChildren((pid) => Number(fieldsOf(`${pid}/statm`)[1] ?? 0) * PAGE);
