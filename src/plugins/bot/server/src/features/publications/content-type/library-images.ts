import type { Core } from '@strapi/strapi';

import { FILE_UID } from '../../../core/constants';
import { knexOf, tableOf } from '../../../core/database/connection';
import { columnsOf, toEntity, type Entity } from '../../../core/database/rows/entity';
import type { FindImage, BlockImage } from '../../blocks';
import { addressesIn } from '../../materials';

/** Properties of an image that Strapi's validator of blocks requires, and optional ones that its editor adds. */
const WANTED = ['name', 'url', 'width', 'height', 'hash', 'ext', 'mime', 'size', 'provider'];
const ALLOWED = ['formats', 'previewUrl', 'provider_metadata'];

const isWhole = (file: Entity): boolean => WANTED.every((name) => Boolean(file[name]));

const toImage = (file: Entity): BlockImage => ({
  ...Object.fromEntries([...WANTED, ...ALLOWED].map((name) => [name, file[name] ?? null])),
  url: String(file.url),
  createdAt: (file.createdAt as Date).toISOString(),
  updatedAt: (file.updatedAt as Date).toISOString(),
});

/** Finds images of the Media Library by their addresses, in the format of blocks. */
export const findLibraryImages = async (
  strapi: Core.Strapi,
  urls: string[]
): Promise<FindImage> => {
  const names = new Map(urls.map((url) => [url, [...addressesIn(url).names]]));
  const wanted = [...new Set([...names.values()].flat())];
  if (wanted.length === 0) return () => undefined;
  const rows: object[] = await knexOf(strapi)(tableOf(strapi, FILE_UID))
    .whereIn('hash', wanted)
    .where('mime', 'like', 'image/%');
  const columns = columnsOf(strapi, FILE_UID);
  const files = rows.map((row) => toEntity(columns, row)).filter(isWhole);
  return (url) => {
    const file = files.find(({ hash }) => names.get(url)?.includes(String(hash)));
    return file && toImage(file);
  };
};
