import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Runs a program of the system, which `.ci/run` installs. @returns what it printed */
export const runProgram = async (name: string, ...args: string[]): Promise<Buffer> => {
  const { stdout } = await execute(name, args, { encoding: 'buffer', maxBuffer: 1024 ** 3 });
  return stdout;
};

/** Gives `work` a folder that is gone afterwards. */
export const inFolder = async <Result>(
  work: (folder: string) => Promise<Result>
): Promise<Result> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'programs-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Gives `work` a file of these bytes that is gone afterwards. @param name with the extension */
export const withFile = <Result>(
  bytes: Buffer,
  name: string,
  work: (file: string) => Promise<Result>
): Promise<Result> =>
  inFolder(async (folder) => {
    const file = path.join(folder, name);
    await writeFile(file, bytes);
    return work(file);
  });

/**
 * What a program makes of a file.
 * @param args given the path of the input and the path that the output is to have
 */
export const convertFile = (
  program: string,
  input: { bytes: Buffer; name: string },
  outputName: string,
  args: (input: string, output: string) => string[]
): Promise<Buffer> =>
  withFile(input.bytes, input.name, async (file) => {
    const output = path.join(path.dirname(file), `out-${outputName}`);
    await runProgram(program, ...args(file, output));
    return readFile(output);
  });
