import { copyFile, link } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';

import type { Core } from '@strapi/strapi';

import { botConfig } from '../../config';
import { parseHeaderValue } from '../../protocol/headers/header-parameters';
import type { StoredObject } from '../../strapi/uploads/stored-object';
import { signedUrl } from '../../strapi/uploads/signed-url';

import { getStorageService, type NewObject } from './storage';

/** What a storage says of an object that is not there. */
const NOT_THERE = new Set([404, 410]);

const isNotThere = (error: unknown): boolean => Reflect.get(Object(error), 'code') === 'ENOENT';

/** Two names of one file: at once, and without a moment in which one of them has half of it. */
const copyOnDisk = async (from: string, to: string): Promise<boolean> => {
  try {
    await link(from, to);
  } catch (error) {
    if (isNotThere(error)) {
      return false;
    }
    // A link from an earlier try is the same file. Not every file system has links.
    if (Reflect.get(Object(error), 'code') !== 'EEXIST') {
      await copyFile(from, to);
    }
  }
  return true;
};

const charsetOf = (response: Response): string | undefined =>
  parseHeaderValue(response.headers.get('content-type') ?? '').parameters.get('charset');

/**
 * Copies a stored object to another name, whatever the provider is: a local disk by a link, any
 * other by its address and an upload, as providers can upload and delete and nothing else.
 * Once more is the same as once.
 * @param from as the provider gave it, with its `url`
 * @param to `name` is what people download it as
 * @returns `to` as the provider gives it; undefined if there is nothing at `from`
 * @throws what the disk, the provider or the network says
 */
export const copyStored = async (
  strapi: Core.Strapi,
  from: StoredObject,
  to: StoredObject & { name?: string }
): Promise<StoredObject | undefined> => {
  const storage = getStorageService(strapi);
  await storage.assertReachable();
  if (storage.provider === 'local') {
    const place = ({ hash, ext }: StoredObject): string =>
      path.join(strapi.dirs.static.public, 'uploads', `${hash}${ext ?? ''}`);
    const isThere = await copyOnDisk(place(from), place(to));
    return isThere ? { ...to, url: `/uploads/${to.hash}${to.ext ?? ''}` } : undefined;
  }
  const { provider } = storage;
  const address = await signedUrl(strapi, { ...from, provider, url: from.url ?? '' });
  const { storageSeconds } = botConfig(strapi).limits;
  const response = await fetch(address, { signal: AbortSignal.timeout(storageSeconds * 1000) });
  if (NOT_THERE.has(response.status)) {
    return undefined;
  }
  if (!response.ok || response.body === null) {
    throw new Error(`The storage answers ${response.status} to who reads ${from.hash}`);
  }
  const body = Readable.fromWeb(response.body);
  const charset = charsetOf(response);
  const copy: NewObject & { charset?: string } = { ...to, charset, getStream: () => body };
  await storage.upload(copy);
  const { getStream: _getStream, charset: _charset, ...stored } = copy;
  return stored;
};
