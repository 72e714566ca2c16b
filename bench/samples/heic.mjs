import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { withTemporaryFolder } from '../temporary-folder.mjs';

import { makePhoto } from './photo.mjs';

const execute = promisify(execFile);

/**
 * The photo as a phone stores it, made by Debian's `heif-enc`.
 *
 * @returns {Promise<object | undefined>} undefined where that program is not installed.
 */
export const makeHeic = async (size) => {
  const { content } = await makePhoto(size);
  return withTemporaryFolder(async (folder) => {
    const [jpeg, heic] = ['photo.jpg', 'photo.heic'].map((name) => path.join(folder, name));
    await writeFile(jpeg, content);
    try {
      await execute('heif-enc', ['-q', '60', jpeg, '-o', heic]);
    } catch (error) {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    }
    return { name: 'photo.heic', mime: 'image/heic', content: await readFile(heic) };
  });
};
