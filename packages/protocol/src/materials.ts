import { z } from 'zod';

import { answer, request } from './objects';
import type { Site } from './site';
import { atMost, digest, flag, line, oneOf, pageLimit, storableText, time } from './texts';

/** Kinds of materials (interface document, section 2). */
export const MATERIAL_TYPES = ['image', 'video', 'file'] as const;
export type MaterialType = (typeof MATERIAL_TYPES)[number];

const NAME_LENGTH = 255;
const TEXT_LENGTH = 2_000;
const ADDRESS_LENGTH = 2_048;
const ID_LENGTH = 64;

const A_MATERIAL = 'must be the id of a material';

const materialId = z.union([z.string().min(1).max(ID_LENGTH), z.number().int().positive()], {
  error: A_MATERIAL,
});
/** Reference to a material in a request: its id, or the number of its row. */
export type MaterialReference = z.infer<typeof materialId>;

/** A material by its id, or by an object with the id, so that the answer to an upload can be used directly. */
export const materialReference = z.union(
  [materialId, z.object({ id: materialId }).transform(({ id }) => id)],
  { error: `${A_MATERIAL} or an object with the id` }
);

const boundedText = (field: string, limit: number) => atMost(field, limit, storableText(field));

const texts = {
  alternativeText: boundedText('alternativeText', TEXT_LENGTH).describe(
    'What a picture shows, for those who cannot see it'
  ),
  caption: boundedText('caption', TEXT_LENGTH).describe('Shown with the file'),
};

/** Texts that an upload can set. */
export const uploadTexts = z
  .strictObject({
    name: boundedText('name', NAME_LENGTH).describe(
      'Shown in place of the file name; the extension comes from the bytes'
    ),
    ...texts,
    sha256: digest('sha256'),
  })
  .partial();
export type UploadTexts = z.infer<typeof uploadTexts>;

/** Multipart form of an upload. */
export const uploadForm = uploadTexts.extend({
  file: z.file().describe('Exactly one, not empty'),
});

/** Decoded `Upload-Metadata` of a resumable upload. */
export const uploadMetadata = uploadTexts.extend({
  filename: z.string().default(''),
  filetype: z.string().optional().describe('Not believed: the type comes from the bytes'),
});

/** Whether the site may fetch a URL: http(s), without user and password, which would be logged. */
export const isFetchable = ({ protocol, username, password }: URL): boolean =>
  ['http:', 'https:'].includes(protocol) && username === '' && password === '';

const FETCHABLE = 'an address that begins with http:// or https://, without a user';

/** An upload that the site fetches from a URL. */
export const addressedMaterial = request({
  url: z
    .string()
    .max(ADDRESS_LENGTH, `url must have at most ${ADDRESS_LENGTH} characters`)
    .refine((url) => URL.canParse(url) && isFetchable(new URL(url)), `url must be ${FETCHABLE}`)
    .transform((url) => new URL(url))
    .describe(`It is ${FETCHABLE}`),
  ...uploadTexts.shape,
});

/** A change of a material: a JSON merge patch (RFC 7396). */
export const materialChange = request({
  name: line('name', NAME_LENGTH),
  alternativeText: texts.alternativeText.nullable(),
  caption: texts.caption.nullable(),
}).partial();
export type MaterialChange = z.infer<typeof materialChange>;

/** Query parameters of the list of materials. */
export const materialList = ({ limits }: Pick<Site, 'limits'>) =>
  z.strictObject({
    type: oneOf('type', MATERIAL_TYPES).optional(),
    attached: flag('attached').optional().describe('Whether anything uses it, as isUsed says'),
    sha256: digest('sha256')
      .optional()
      .describe('The digest of the bytes that were received, or of those that are stored'),
    limit: pageLimit(limits.listDefault, limits.listMaximum),
    cursor: z.string().optional().describe('From the Link header of an earlier answer'),
  });

/** A material with its URL and type. */
export const material = answer({
  id: z.string(),
  url: z.url().describe('The absolute address of the stored file'),
  type: z.enum(MATERIAL_TYPES).describe('By the bytes; audio is a file'),
}).meta({ id: 'Material' });
export type Material = z.infer<typeof material>;

/** A material with its alternative text and caption. */
export const describedMaterial = material
  .extend({ alternativeText: z.string().nullable(), caption: z.string().nullable() })
  .meta({ id: 'DescribedMaterial' });
export type DescribedMaterial = z.infer<typeof describedMaterial>;

/** A material with all properties that can be changed. */
export const namedMaterial = describedMaterial
  .extend({ name: z.string().describe('As the library and downloads show it') })
  .meta({ id: 'NamedMaterial' });
export type NamedMaterial = z.infer<typeof namedMaterial>;

/** A material as the answer to an upload. */
export const uploadedMaterial = material
  .extend({
    sha256: answer({
      received: z.string().describe('SHA-256 of the bytes as they came'),
      stored: z.string().describe('SHA-256 of the bytes as they are stored, without metadata'),
    }),
    convertedFrom: z
      .string()
      .optional()
      .describe('The type that an image came in, if it is stored as one of another type'),
  })
  .meta({
    id: 'UploadedMaterial',
    examples: [
      {
        id: 'tz4a98xxat96iws9zmbrgj3a',
        url: 'https://example.org/uploads/harbour_5d41402abc4b2a76b971.jpg',
        type: 'image',
        sha256: {
          received: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
          stored: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
        },
      },
    ],
  });
export type UploadedMaterial = z.infer<typeof uploadedMaterial>;

/** A publication that uses a material. */
export const materialUse = answer({
  id: z.string().describe('The id of the publication'),
  title: z.string(),
  status: z.enum(['draft', 'published']),
  how: z
    .array(z.enum(['media', 'text', 'relation']))
    .describe('As one of its media, by its address in a text, or by a relation'),
}).meta({ id: 'MaterialUse' });
export type MaterialUse = z.infer<typeof materialUse>;

const pixels = z.number().nullable().describe('In pixels; null where it is no image');

/** A material in a list. */
export const listedMaterial = namedMaterial
  .extend({
    mime: z.string(),
    kilobytes: z.number().describe('Thousands of bytes, to the second decimal'),
    sha256: answer({ received: z.string().nullable(), stored: z.string().nullable() }).describe(
      'As of an upload; null where nobody knows'
    ),
    width: pixels,
    height: pixels,
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'ListedMaterial' });
export type ListedMaterial = z.infer<typeof listedMaterial>;

/** A resized copy of an image. */
export const materialFormat = answer({ url: z.url(), width: z.number(), height: z.number() });
export type MaterialFormat = z.infer<typeof materialFormat>;

/** A material with all its properties. */
export const materialRecord = listedMaterial
  .extend({
    formats: z.record(z.string(), materialFormat).describe('An image in other sizes, by name'),
    uses: z.array(materialUse).describe('Publications that use it, at most 100'),
    isUsed: z.boolean().describe('Whether anything uses it, records that are no publications too'),
  })
  .meta({ id: 'MaterialRecord' });
export type MaterialRecord = z.infer<typeof materialRecord>;
