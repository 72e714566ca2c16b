import { readdir, readFile } from 'node:fs/promises';

import { until } from './until';

const MEBIBYTE = 1024 * 1024;
const PAGE = 4096;

const read = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '');

/** The numbers of the file processes that a site has started, on Linux. */
export const fileProcesses = async (parent = process.pid): Promise<number[]> => {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const [, ppid] = /\) \S (\d+)/.exec(await read(`/proc/${pid}/stat`)) ?? [];
      const isOurs =
        Number(ppid) === parent && (await read(`/proc/${pid}/cmdline`)).includes('file-process');
      return isOurs ? [pid] : [];
    })
  );
  return found.flat();
};

/** MiB that a process holds. */
export const residentMebibytes = async (pid: number): Promise<number> => {
  const [, pages] = (await read(`/proc/${pid}/statm`)).split(' ').map(Number);
  return ((pages ?? 0) * PAGE) / MEBIBYTE;
};

/** CPU time that a process has taken, in hundredths of a second. */
const cpuOf = async (pid: number): Promise<number> => {
  const [, ...fields] = (await read(`/proc/${pid}/stat`)).split(') ');
  const [user, system] = fields.join().split(' ').slice(11).map(Number);
  return (user ?? 0) + (system ?? 0);
};

/** Waits until one file process has worked for so long since it was called. @returns its number */
export const processAtWork = async (hundredths: number): Promise<number> => {
  const before = new Map<number, number>();
  for (const pid of await fileProcesses()) before.set(pid, await cpuOf(pid));
  let found: number | undefined;
  await until('a file process works', async () => {
    for (const pid of await fileProcesses()) {
      if ((await cpuOf(pid)) - (before.get(pid) ?? 0) >= hundredths) found = pid;
    }
    return found !== undefined;
  });
  return Number(found);
};

/** Watches the memory of all file processes while `work` lasts. @returns MiB of the largest */
export const largestWhile = async (work: () => Promise<unknown>): Promise<number> => {
  let largest = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const sizes = await Promise.all((await fileProcesses()).map(residentMebibytes));
      largest = Math.max(largest, ...sizes);
      await new Promise((resolve) => {
        setTimeout(resolve, 5);
      });
    }
  })();
  await work();
  isOver = true;
  await watching;
  return largest;
};
