import { readdir, readFile } from 'node:fs/promises';

const MEBIBYTE = 1024 * 1024;
const PAGE = 4096;

const read = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '');

/** Process ids of the file processes that a site has started, on Linux. */
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

/** Resident memory of a process in MiB. */
export const residentMebibytes = async (pid: number): Promise<number> => {
  const [, pages] = (await read(`/proc/${pid}/statm`)).split(' ').map(Number);
  return ((pages ?? 0) * PAGE) / MEBIBYTE;
};

/** Watches the memory of all file processes while `work` runs. @returns MiB of the largest process */
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
