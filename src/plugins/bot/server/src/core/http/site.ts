import type { Core } from '@strapi/strapi';

import { botConfig } from '../config';
import { serviceOf } from '../service';
import type { ReadableFile } from '../protocol/answer';
import { readableUrls } from '../strapi/uploads/signed-url';

const ABSOLUTE = /^https?:\/\//;
/** Addresses to listen on at every interface; nobody can open them. */
const EVERY_INTERFACE = /\/\/(?:0\.0\.0\.0|\[::\])(?=[:/]|$)/;

export const createSiteService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { site, publicUrl, urlPattern } = botConfig(strapi);

  /** The base address, without a trailing slash. */
  const base = (publicUrl || strapi.config.get<string>('server.absoluteUrl'))
    .replace(EVERY_INTERFACE, '//localhost')
    .replace(/\/+$/, '');

  const absolute = (address: string): string => (ABSOLUTE.test(address) ? address : base + address);

  return {
    name: site,

    /** The public address of any work, absolute, with `:slug`, `:id` and `:locale` in it. */
    pattern: absolute(urlPattern),

    /** Makes an address absolute, such as the path of a stored file; absolute ones stay. */
    absolute,

    /** The `Link` header that leads to the next page of a list. */
    nextPageLink(path: string, parameters: URLSearchParams, cursor: string): string {
      const next = new URL(absolute(path));
      next.search = parameters.toString();
      next.searchParams.set('cursor', cursor);
      return `<${next.href}>; rel="next"`;
    },

    /** The absolute addresses to read files at: signed, and to expire, if the bucket is private. */
    async urlsOfFiles(files: ReadableFile[]): Promise<string[]> {
      return (await readableUrls(strapi, files)).map(absolute);
    },

    async urlOfFile(file: ReadableFile): Promise<string> {
      return (await readableUrls(strapi, [file])).map(absolute)[0];
    },

    /** @param work its locale only if its type is localized */
    urlOfWork({ slug, id, locale }: { slug: string; id: string; locale?: string | null }): string {
      return absolute(
        urlPattern
          .replace(':slug', encodeURIComponent(slug))
          .replace(':id', encodeURIComponent(id))
          .replace(':locale', encodeURIComponent(locale ?? ''))
      );
    },
  };
};

export const getSiteService = serviceOf<typeof createSiteService>('site');
