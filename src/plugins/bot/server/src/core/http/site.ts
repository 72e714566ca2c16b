import type { Core } from '@strapi/strapi';

import { botConfig } from '../config';
import { serviceOf } from '../service';
import type { ReadableFile, UnsignedFile } from '../protocol/send';
import { readableUrls } from '../strapi/uploads/signed-url';

const ABSOLUTE = /^https?:\/\//;
/** Matches a host in a URL that means "all interfaces" and that browsers cannot open. */
const EVERY_INTERFACE = /\/\/(?:0\.0\.0\.0|\[::\])(?=[:/]|$)/;

export const createSiteService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { site, publicUrl, urlPattern } = botConfig(strapi);

  /** Base URL of the site, without a trailing slash. */
  const base = (publicUrl || strapi.config.get<string>('server.absoluteUrl'))
    .replace(EVERY_INTERFACE, '//localhost')
    .replace(/\/+$/, '');

  const absolute = (address: string): string => (ABSOLUTE.test(address) ? address : base + address);

  return {
    name: site,

    /** Template of the absolute public URL of a work, with the placeholders `:slug`, `:id` and `:locale`. */
    pattern: absolute(urlPattern),

    /** Makes a URL absolute, such as the path of a stored file. Absolute URLs stay unchanged. */
    absolute,

    /** The `Link` header for the next page of a list. */
    nextPageLink(path: string, parameters: URLSearchParams, cursor: string): string {
      const next = new URL(absolute(path));
      next.search = parameters.toString();
      next.searchParams.set('cursor', cursor);
      return `<${next.href}>; rel="next"`;
    },

    /** Returns the absolute URLs at which files can be read. URLs of a private bucket are signed and expire. */
    async urlsOfFiles(files: UnsignedFile[]): Promise<string[]> {
      return (await readableUrls(strapi, files)).map(absolute);
    },

    async urlOfFile(file: ReadableFile): Promise<string> {
      return (await readableUrls(strapi, [file])).map(absolute)[0];
    },

    /** Absolute public URL of a work. @param work `locale` is needed only for a localized type */
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
