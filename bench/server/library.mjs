import { copyFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Puts files into the Media Library past any upload: the row with its formats, and the bytes.
 *
 * @param {object} strapi
 * @param {{ name: string, mime: string, ext: string, size: number, formats: string[],
 *   bytes: string }} file one file; `bytes` is the path of what is stored for it and each format.
 * @param {number} count how many.
 * @returns {Promise<number[]>} the numbers of the rows.
 */
export const addFiles = async (strapi, { name, mime, ext, size, formats, bytes }, count) => {
  const uploads = path.join(strapi.dirs.static.public, 'uploads');
  const ids = [];
  for (let index = 0; index < count; index += 1) {
    const hash = `seed_${Date.now().toString(36)}_${Math.random().toString(36).slice(2)}`;
    const store = async (objectHash) => {
      await copyFile(bytes, path.join(uploads, objectHash + ext));
      const url = `/uploads/${objectHash}${ext}`;
      return { name, hash: objectHash, ext, mime, url, size: size / 1000 };
    };
    const original = await store(hash);
    const copies = {};
    for (const format of formats) {
      const copy = await store(`${format}_${hash}`);
      copies[format] = { ...copy, sizeInBytes: size, width: 750, height: 562 };
    }
    const row = await strapi.db.query('plugin::upload.file').create({
      data: {
        ...original,
        formats: formats.length > 0 ? copies : null,
        provider: 'local',
        folderPath: '/',
      },
    });
    ids.push(row.id);
  }
  return ids;
};
