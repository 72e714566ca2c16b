import { z } from '@strapi/utils';

import type { BotConfig } from '../config';
import { isLongerThan } from '../protocol/text/characters';
import { storableText } from '../protocol/text/storable-text';
import { createValidator } from '../protocol/validate';

const ID_LENGTH = 64;

const materialId = z.union([z.string().min(1).max(ID_LENGTH), z.number().int().positive()], {
  error: 'must be the id of a material',
});

/** A material by its id, or by an object with the id, so that an upload's answer can be passed on. */
const materialReference = z.union(
  [materialId, z.object({ id: materialId }).transform(({ id }) => id)],
  { error: 'must be the id of a material or an object with the id' }
);

/** Validates the body of `POST /publications` (interface document, section 4). */
export const createPublicationValidator = ({ limits }: Pick<BotConfig, 'limits'>) =>
  createValidator(
    z.strictObject(
      {
        title: storableText('title')
          .transform((title) => title.trim())
          .pipe(
            z
              .string()
              .min(1, 'title must not be empty')
              .refine(
                (title) => !isLongerThan(title, limits.titleLength),
                `title must have at most ${limits.titleLength} characters`
              )
          ),
        body: storableText('body')
          .refine(
            (body) => Buffer.byteLength(body) <= limits.bodyBytes,
            `body must have at most ${limits.bodyBytes} bytes`
          )
          .nullish(),
        media: z
          .array(materialReference, { error: 'media must be an array' })
          .max(limits.mediaCount, `media must have at most ${limits.mediaCount} elements`)
          .nullish()
          .transform((media) => media ?? []),
      },
      {
        error: (issue) =>
          issue.code === 'invalid_type' ? 'The body must be a JSON object' : undefined,
      }
    )
  );
