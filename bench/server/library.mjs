import { copyFile } from 'node:fs/promises';
import path from 'node:path';

/** Stores the bytes of a file and of its formats. Returns what its row holds. */
const store = async (uploads, { name, mime, ext, size, formats, bytes }) => {
  const hash = `seed_${Date.now().toString(36)}_${Math.random().toString(36).slice(2)}`;
  const storeObject = async (objectHash) => {
    await copyFile(bytes, path.join(uploads, objectHash + ext));
    const url = `/uploads/${objectHash}${ext}`;
    return { name, hash: objectHash, ext, mime, url, size: size / 1000 };
  };
  const original = await storeObject(hash);
  const copies = {};
  for (const format of formats) {
    const copy = await storeObject(`${format}_${hash}`);
    copies[format] = { ...copy, sizeInBytes: size, width: 750, height: 562 };
  }
  return {
    ...original,
    formats: formats.length > 0 ? copies : null,
    provider: 'local',
    folderPath: '/',
  };
};

/**
 * Puts files into the Media Library past any upload: the row with its formats, and the bytes.
 * All in one transaction, as to wait for the disk once a row would take most of the time.
 *
 * @param {object} strapi
 * @param {{ name: string, mime: string, ext: string, size: number, formats: string[],
 *   bytes: string }} file one file; `bytes` is the path of what is stored for it and each format.
 * @param {number} count how many.
 * @returns {Promise<number[]>} the numbers of the rows.
 */
export const addFiles = async (strapi, file, count) => {
  const uploads = path.join(strapi.dirs.static.public, 'uploads');
  const files = [];
  for (let index = 0; index < count; index += 1) files.push(await store(uploads, file));

  return strapi.db.transaction(async () => {
    const ids = [];
    for (const data of files) {
      ids.push((await strapi.db.query('plugin::upload.file').create({ data })).id);
    }
    return ids;
  });
};
