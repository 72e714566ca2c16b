import { z } from '@strapi/utils';

import type { BotConfig } from '../../../core/config';
import { createQueryParser, single } from '../../../core/protocol/query-parameters';
import { isLongerThan } from '../../../core/protocol/text/characters';
import { oneLine } from '../../../core/protocol/text/one-line';
import { storableText } from '../../../core/protocol/text/storable-text';
import { createValidator, fieldInvalid, MUST_BE_OBJECT } from '../../../core/protocol/validate';
import { externalId } from '../details/external-id';
import { scheduleFields } from '../../schedule/schedule';
import type { FieldValues } from '../../fields/schema';

const ID_LENGTH = 64;

const materialId = z.union([z.string().min(1).max(ID_LENGTH), z.number().int().positive()], {
  error: 'must be the id of a material',
});

/** A material by its id, or by an object with the id, so that an upload's answer can be passed on. */
const materialReference = z.union(
  [materialId, z.object({ id: materialId }).transform(({ id }) => id)],
  { error: 'must be the id of a material or an object with the id' }
);

/** What is last in a public address: as Strapi takes it, but not a step in a path. */
const SLUG = /^(?!\.+$)[A-Za-z0-9\-_.~]+$/;
const SLUG_LENGTH = 255;

const counted = (count: number, thing: string): string =>
  count === 1 ? `1 ${thing}` : `${count} ${thing}s`;

/** The fields that the bot writes, each as it is when it is given. */
const fieldsWithin = ({ limits }: Pick<BotConfig, 'limits'>) => ({
  title: storableText('title')
    .transform((title) => oneLine(title).trim())
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
    .nullable(),
  media: z
    .array(materialReference, { error: 'media must be an array' })
    .max(limits.mediaCount, `media must have at most ${counted(limits.mediaCount, 'element')}`)
    .nullable()
    .transform((media) => media ?? []),
  slug: z
    .string({ error: 'slug must be a text' })
    .max(SLUG_LENGTH, `slug must have at most ${SLUG_LENGTH} characters`)
    .regex(SLUG, 'slug must have letters, digits and - . _ ~ only'),
});

/** What the bot says of a publication beside its content; null takes it away. */
const details = {
  externalId: externalId.nullable(),
  ...scheduleFields,
};

/** What requests may say: limits, and the site's further fields. */
interface RequestConfig extends Pick<BotConfig, 'limits'> {
  fields: z.ZodType<FieldValues>;
}

/** Validates the body of `POST /publications` (interface document, section 4). */
export const createPublicationValidator = (config: RequestConfig) => {
  const { title, body, media } = fieldsWithin(config);
  const content = {
    title,
    body: body.optional(),
    media: media.optional().default([]),
    fields: config.fields.optional(),
  };
  const optional = z.strictObject(details).partial().shape;
  return createValidator(z.strictObject({ ...content, ...optional }, MUST_BE_OBJECT));
};

/** Validates the body of `PATCH /publications/:id`, a JSON merge patch (RFC 7396). */
export const createChangeValidator = (config: RequestConfig) => {
  const { fields } = config;
  const all = { ...fieldsWithin(config), fields, ...details };
  return createValidator(z.strictObject(all, MUST_BE_OBJECT).partial());
};

/** Parses the query string of `PATCH /publications/:id`. */
export const parseChangeQuery = createQueryParser({
  publish: single('publish')
    .pipe(z.enum(['true', 'false'], { error: 'publish must be true or false' }))
    .transform((value) => value === 'true')
    .default(false),
});

/**
 * Refuses a change that is to be public both now and later.
 * @throws `invalid-request` on the field `publishAt`
 */
export const assertOneTime = (
  { publishAt }: { publishAt?: Date | null },
  { publish }: { publish: boolean }
): void => {
  if (publish && publishAt != null) {
    throw fieldInvalid('publishAt', 'publishAt and publish=true exclude one another');
  }
};
