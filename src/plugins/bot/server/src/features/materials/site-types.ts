import type { Core } from '@strapi/strapi';
import _ from 'lodash';
import { lookup } from 'mime-types';

import { protocolError } from '../../core/protocol/errors';

/** The setting `upload.config.security` of a site, as in Strapi's documentation of the Media Library. */
interface SecuritySettings {
  allowedTypes?: string[] | null;
  deniedTypes?: string[] | null;
}

/** Whether a MIME type matches one of Strapi's patterns, in which `*` stands for any characters. */
const matches = (mime: string, patterns: string[]): boolean =>
  patterns.some((pattern) =>
    new RegExp(`^${_.escapeRegExp(pattern).replaceAll('\\*', '.*')}$`, 'i').test(mime)
  );

const SETTINGS = 'plugin::upload.security';

/**
 * Validates the lists of allowed and denied MIME types in the settings of Strapi's upload plugin.
 * @throws Error for a setting that is not a list of strings; the site does not start then
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

/** Types of files that the site accepts. `allowed` is null if all types are allowed, `denied` is null if none is denied. */
export const acceptedTypesOf = (strapi: Core.Strapi) => {
  const { allowedTypes, deniedTypes }: SecuritySettings = strapi.config.get(SETTINGS) ?? {};
  return { allowed: allowedTypes ?? null, denied: deniedTypes ?? null };
};

/**
 * Applies the allowed and denied types in the settings of Strapi's upload plugin, which Strapi checks only in its
 * controllers.
 * @param mime the type detected from the bytes
 * @throws `file-type-not-allowed` if the type of the bytes or of the file name is denied, or the type of the bytes
 *   is not allowed
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
