import path from 'node:path';

import { partsOfName } from '@fleet-bot/media';
import type { Core } from '@strapi/strapi';
import { LRUCache } from 'lru-cache';

import { FILE_UID } from '../../../core/constants';
import { knexOf, tableOf } from '../../../core/database/connection';
import { transliterate } from '../../../core/protocol/text/transliterate';
import { getNewestChangeService } from '../../changes';

/** The name of a file in the Media Library, with the extension of its type added unless it already has a correct one. */
export const downloadName = (name: string, ext: string): string => {
  const { base, extension } = partsOfName(name, { mime: '', ext: ext.toLowerCase() });
  const isRight = extension !== '' && name.trimEnd() === `${base}${extension}`;
  return isRight ? name : `${name}${ext}`;
};

/**
 * Limits of the cache of download names: number of names, and milliseconds until a name changed with SQL is read again.
 */
const KEPT = { max: 5000, ttl: 10_000 };

/**
 * Creates a function that finds the download name of a stored file: its name in the Media Library instead of its name
 * in storage, which is the last part of the file's address. Names are cached until the next change, at most ten
 * seconds.
 */
export const createDownloadNames = (strapi: Core.Strapi) => {
  const known = new LRUCache<string, { change: string; name: string }>(KEPT);

  return async (storedName: string): Promise<string> => {
    const { name: hash, ext } = path.posix.parse(storedName);
    try {
      const change = await getNewestChangeService(strapi).current();
      const found = known.get(storedName);
      if (found?.change === change) return found.name;
      const row: { name: string } | undefined = await knexOf(strapi)(tableOf(strapi, FILE_UID))
        .where({ hash, ext })
        .first('name');
      const name = row === undefined ? storedName : downloadName(row.name, ext);
      known.set(storedName, { change, name });
      return name;
    } catch (error) {
      // Downloads must work without the database.
      strapi.log.warn(error);
      return storedName;
    }
  };
};

/** Characters that a quoted header value cannot contain, or that programs interpret differently. */
const NOT_QUOTABLE = /[^ -~]|["\\%]/g;
/** Characters that `encodeURIComponent` keeps, but that `filename*` must encode (RFC 8187, section 3.2.1). */
const NOT_ENCODED = /['()*]/g;

/**
 * The `Content-Disposition` header of a download (RFC 6266), with the name in two forms, because a header contains only
 * ASCII: transliterated for old programs, and complete in percent-encoding.
 */
export const attachmentNamed = (name: string): string => {
  const plain = transliterate(name).replace(NOT_QUOTABLE, '_');
  const encoded = encodeURIComponent(Buffer.from(name).toString()).replace(
    NOT_ENCODED,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
};
