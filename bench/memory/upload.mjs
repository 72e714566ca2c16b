import path from 'node:path';

import { root } from '../../scripts/terminal.mjs';
import { BOT_TOKEN } from '../server/environment.mjs';
import { startApplication } from '../server/start-site.mjs';

import { uploadLargeFile } from './large-file.mjs';

const MEBIBYTE = 1024 * 1024;
const SMALL = 16 * MEBIBYTE;
const WARM_UPS = 4;

/**
 * What an upload costs in memory.
 *
 * @param {string} folder for the site's data.
 * @param {number} size bytes of the file.
 * @returns {Promise<{ before: number, largest: number, status: number, milliseconds: number }>}
 *   resident bytes before it, after smaller ones, and at most while it runs.
 */
export const measureUploadMemory = async (folder, size) => {
  const server = await startApplication(root, folder, {
    DATABASE_CLIENT: 'sqlite',
    DATABASE_FILENAME: path.join(folder, 'data.db'),
    UPLOAD_MAX_BYTES: String(2 * size),
  });
  try {
    const upload = (bytes) => uploadLargeFile({ port: server.port, token: BOT_TOKEN, size: bytes });
    for (let index = 0; index < WARM_UPS; index += 1) await upload(SMALL);
    await server.ask('settle');

    const before = await server.ask('watchMemory');
    const start = performance.now();
    const status = await upload(size);
    const milliseconds = performance.now() - start;
    await server.ask('settle');
    return { before, largest: await server.ask('largestMemory'), status, milliseconds };
  } finally {
    await server.stop();
  }
};
