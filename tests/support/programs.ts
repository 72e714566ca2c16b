import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Runs a program that `.ci/run` installs. @returns its output */
export const runProgram = async (name: string, ...args: string[]): Promise<Buffer> => {
  const { stdout } = await execute(name, args, { encoding: 'buffer', maxBuffer: 1024 ** 3 });
  return stdout;
};

/** Runs `work` with a folder that is deleted afterwards. */
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

/** Runs `work` with a file that is deleted afterwards. @param name file name with extension */
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
 * Converts a file with a program.
 * @param args arguments for the paths of the input and the output
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
