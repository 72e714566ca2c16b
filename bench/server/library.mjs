import { randomUUID } from 'node:crypto';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Adds files to the Media Library without an upload: the row with its formats, and the bytes. Uses one transaction,
 * because a commit per row would spend most of the time waiting for the disk.
 *
 * @param {object} file `bytes` is the path of the content for the file and each format.
 * @returns {Promise<number[]>} ids of the rows.
 */
export const addFiles = async (strapi, { bytes, formats, size, ...file }, count) => {
  const store = async (hash) => {
    const object = `${hash}${file.ext}`;
    await copyFile(bytes, path.join(strapi.dirs.static.public, 'uploads', object));
    return { ...file, hash, url: `/uploads/${object}`, size: size / 1000 };
  };
  const files = [];
  for (let index = 0; index < count; index += 1) {
    const hash = `seed_${randomUUID()}`;
    const copies = {};
    for (const format of formats) {
      const copy = await store(`${format}_${hash}`);
      copies[format] = { ...copy, sizeInBytes: size, width: 750, height: 562 };
    }
    const shared = { formats: formats.length > 0 ? copies : null, provider: 'local' };
    files.push({ ...(await store(hash)), ...shared, folderPath: '/' });
  }
  return strapi.db.transaction(async () => {
    const ids = [];
    for (const data of files) {
      ids.push((await strapi.db.query('plugin::upload.file').create({ data })).id);
    }
    return ids;
  });
};
