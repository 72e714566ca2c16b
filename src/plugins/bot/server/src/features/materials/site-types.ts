import type { Core } from '@strapi/strapi';
import _ from 'lodash';
import { lookup } from 'mime-types';

import { protocolError } from '../../core/protocol/errors';

/** `upload.config.security` of a site, by Strapi's documentation of its Media Library. */
interface SecuritySettings {
  allowedTypes?: string[] | null;
  deniedTypes?: string[] | null;
}

/** Strapi's patterns: a type, or one with `*` for any letters. */
const matches = (mime: string, patterns: string[]): boolean =>
  patterns.some((pattern) =>
    new RegExp(`^${_.escapeRegExp(pattern).replaceAll('\\*', '.*')}$`, 'i').test(mime)
  );

const SETTINGS = 'plugin::upload.security';

/**
 * Checks what the site allows and denies in its own settings of Strapi's upload plugin.
 * @throws for settings that are no lists of types; the site does not start then
 */
export const assertSiteTypes = (strapi: Core.Strapi): void => {
  const settings: Record<string, unknown> = strapi.config.get(SETTINGS) ?? {};
  for (const name of ['allowedTypes', 'deniedTypes']) {
    const types = settings[name];
    const isList = Array.isArray(types) && types.every((type) => typeof type === 'string');
    if (types !== undefined && types !== null && !isList) {
      throw new Error(`bot plugin: upload.config.security.${name} must be a list of types`);
    }
  }
};

/** Which types of files the site takes; null for all that are not denied, and for none that are. */
export const acceptedTypesOf = (strapi: Core.Strapi) => {
  const { allowedTypes, deniedTypes }: SecuritySettings = strapi.config.get(SETTINGS) ?? {};
  return { allowed: allowedTypes ?? null, denied: deniedTypes ?? null };
};

/**
 * Honours what the site allows and denies in its own settings of Strapi's upload plugin, which
 * Strapi itself asks in its controllers only.
 * @param mime the type of the bytes, as identified
 * @throws `file-type-not-allowed` for a type that is denied, by its bytes or by its name, or that
 *   is not among those that are allowed
 */
export const assertAllowedBySite = (strapi: Core.Strapi, mime: string, fileName: string): void => {
  const { allowed, denied } = acceptedTypesOf(strapi);
  const named = lookup(fileName);
  const types = named === false ? [mime] : [mime, named];
  const isDenied = types.some((type) => matches(type, denied ?? []));
  if (isDenied || !matches(mime, allowed ?? ['*'])) {
    throw protocolError('file-type-not-allowed', {
      message: `This site does not accept files of type ${mime}`,
      details: { type: mime },
    });
  }
};
