import type { Core } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import { FILE_UID } from '../../core/constants';
import { knexOf, fileLinkTable, tableOf } from '../../core/database/connection';
import { attributesOf } from '../../core/database/rows/entity';
import { inMedia } from '../materials';
import { fieldsInvalid } from '../../core/protocol/validate';

/** Kinds in `allowedTypes` of Strapi's upload plugin, by first part of the media type. */
const KINDS: Record<string, string> = { image: 'images', video: 'videos', audio: 'audios' };

const ALL_KINDS = ['files', ...Object.values(KINDS)];

const kindOf = (mime: string): string => KINDS[mime.split('/', 1)[0] ?? ''] ?? 'files';

/**
 * Converts and checks the media of an attribute. Call it once all types are registered.
 * @param pathOf path of an element in the request, for errors
 */
export const createMediaForm = (
  strapi: Core.Strapi,
  name = botConfig(strapi).attributes.media,
  pathOf = inMedia
) => {
  const { contentType, attributes, limits } = botConfig(strapi);
  const { multiple, allowedTypes = ALL_KINDS } = attributesOf(strapi, contentType)[name] ?? {};

  return {
    most: multiple === true ? limits.mediaCount : Math.min(limits.mediaCount, 1),

    /** Data for the document service. @param files row IDs in order */
    toStored: (files: number[]) => (multiple === true ? files : (files[0] ?? null)),

    /** Row IDs of a version's files, in order. @param version row ID */
    filesOf: (version: number): Promise<number[]> =>
      knexOf(strapi)(fileLinkTable(strapi))
        .where({ related_id: version, related_type: contentType, field: name })
        .orderBy('order')
        .pluck('file_id'),

    /** Checks the kinds of files, as the panel does. @throws `invalid-request` with each element that is not allowed */
    async check(files: number[]): Promise<void> {
      if (files.length === 0 || ALL_KINDS.every((kind) => allowedTypes.includes(kind))) return;
      const rows: { id: number; mime: string }[] = await knexOf(strapi)(tableOf(strapi, FILE_UID))
        .select('id', 'mime')
        .whereIn('id', files);
      const refused = new Set(
        rows.filter(({ mime }) => !allowedTypes.includes(kindOf(mime))).map(({ id }) => id)
      );
      if (refused.size > 0) {
        const message = `${name === attributes.media ? 'media' : name} of this site take ${allowedTypes.join(', ')} only`;
        throw fieldsInvalid(
          files.flatMap((file, index) =>
            refused.has(file) ? [{ path: pathOf(index), message }] : []
          )
        );
      }
    },
  };
};
