import type { Core } from '@strapi/strapi';

import { botConfig } from './lookup';

const ABSOLUTE = /^https?:\/\//;
/** Addresses to listen on at every interface; nobody can open them. */
const EVERY_INTERFACE = /\/\/(?:0\.0\.0\.0|\[::\])(?=[:/]|$)/;

/** Knows the name and the public addresses of this site. */
export const createSiteService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { site, publicUrl, urlPattern } = botConfig(strapi);

  /** The base address, without a trailing slash. */
  const base = (publicUrl || strapi.config.get<string>('server.absoluteUrl'))
    .replace(EVERY_INTERFACE, '//localhost')
    .replace(/\/+$/, '');

  const absolute = (address: string): string => (ABSOLUTE.test(address) ? address : base + address);

  return {
    /** The configured name of the site, as health reports it. */
    name: site,

    /** Makes an address absolute, such as the path of a stored file; absolute ones stay. */
    absolute,

    /** The public address of a work, from the configured pattern. */
    urlOfWork({ slug, id }: { slug: string; id: string }): string {
      return absolute(
        urlPattern.replace(':slug', encodeURIComponent(slug)).replace(':id', encodeURIComponent(id))
      );
    },
  };
};

export type SiteService = ReturnType<typeof createSiteService>;
