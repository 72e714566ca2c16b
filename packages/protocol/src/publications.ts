import { z } from 'zod';

import { describedMaterial, material, materialReference } from './materials';
import { answer, identified, request } from './objects';
import type { Site } from './site';
import {
  atMost,
  flag,
  line,
  moment,
  oneOf,
  pageLimit,
  pastMoment,
  searchedText,
  storableText,
  time,
} from './texts';

/** States of a publication (interface document, section 3). */
export const PUBLICATION_STATUSES = ['draft', 'published'] as const;
export type PublicationStatus = (typeof PUBLICATION_STATUSES)[number];

/** Filter of the list: a state, or all publications with a pending `publishAt`. */
const LISTED_STATUSES = [...PUBLICATION_STATUSES, 'scheduled'] as const;
export type ListedStatus = (typeof LISTED_STATUSES)[number];

/** Creators of publications: the bot, a person in the panel, or another program, an import or SQL. */
export const MADE_BY = ['bot', 'editor', 'other'] as const;
export type MadeBy = (typeof MADE_BY)[number];

/** Maximum number of characters of a title, name, slug or external ID. */
const LONGEST = 255;

/** Slugs, the last part of a public URL: Strapi's characters, without the path segments `.` and `..`. */
export const SLUG = /^(?!\.+$)[A-Za-z0-9\-_.~]+$/;

const counted = (count: number, thing: string): string =>
  count === 1 ? `1 ${thing}` : `${count} ${thing}s`;

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

const EXTERNAL_ID = "The id that the bot's own system has for it; unique, and compared exactly";
const externalId = atMost(
  'externalId',
  LONGEST,
  storableText('externalId').min(1, 'externalId must not be empty')
).describe(EXTERNAL_ID);

/** Fields that the bot writes. */
const contentOf = ({ limits, fields }: Pick<Site, 'limits' | 'fields'>) => ({
  title: line('title', limits.titleLength).describe('On one line, without Markdown'),
  body: storableText('body')
    .refine(
      // A UTF-16 unit has at most three bytes in UTF-8, so short texts need no exact count.
      (body) => 3 * body.length <= limits.bodyBytes || bytesOf(body) <= limits.bodyBytes,
      `body must have at most ${limits.bodyBytes} bytes`
    )
    .nullable()
    .describe(`Markdown, at most ${limits.bodyBytes} bytes`),
  media: z
    .array(materialReference, { error: 'media must be an array' })
    .max(limits.mediaCount, `media must have at most ${counted(limits.mediaCount, 'element')}`)
    .nullable()
    .transform((media) => media ?? [])
    .describe('In their order; repetitions are dropped, and null is none'),
  slug: z
    .string({ error: 'slug must be a text' })
    .max(LONGEST, `slug must have at most ${LONGEST} characters`)
    .regex(SLUG, 'slug must have letters, digits and - . _ ~ only')
    .describe('The last part of the public address, which moves with the next publish'),
  fields: fields.describe('The further fields of the site, by their names'),
});

/** A schedule: unpublishAt must be after publishAt. */
export const schedule = request({
  publishAt: moment('publishAt')
    .nullable()
    .describe('When the draft becomes public; null for never'),
  unpublishAt: moment('unpublishAt')
    .nullable()
    .describe('When it becomes a draft again, after publishAt'),
});
export type Schedule = z.infer<typeof schedule>;

/** Date of the first publication, as set by a bot or a person. */
export const firstPublish = request({
  firstPublishedAt: pastMoment('firstPublishedAt', 'To publish later, send publishAt instead')
    .nullable()
    .describe(
      'When it was first published, here or elsewhere: RFC 3339 with an offset, or a date; not in the future. Null: the next publish sets it'
    ),
});

/** Properties of a publication besides its content; null removes one. */
const details = schedule.extend({
  externalId: externalId.nullable().describe(EXTERNAL_ID),
  ...firstPublish.shape,
});
export type PublicationDetails = Omit<z.infer<typeof details>, 'firstPublishedAt'>;

/** Body of a request that creates a publication. */
export const newPublication = (site: Pick<Site, 'limits' | 'fields'>) => {
  const { title, body, media, slug, fields } = contentOf(site);
  return request({
    title,
    slug: slug
      .optional()
      .describe('The last part of the public address; made from the title if it is left out'),
    body: body.optional(),
    media: media.optional().default([]),
    fields: fields.optional(),
    ...details.partial().shape,
  }).meta({
    id: 'NewPublication',
    examples: [{ title: 'The Harbour', body: '# Morning', media: ['tz4a98xxat96iws9zmbrgj3a'] }],
  });
};
export type NewPublication = z.infer<ReturnType<typeof newPublication>>;

/** Body of a request that changes a publication: a JSON merge patch (RFC 7396). */
export const publicationChange = (site: Pick<Site, 'limits' | 'fields'>) =>
  request({ ...contentOf(site), ...details.shape })
    .partial()
    .meta({ id: 'PublicationChange', examples: [{ body: '# Evening', media: null }] });
export type PublicationChange = z.infer<ReturnType<typeof publicationChange>>;

/** Query parameters of a change. */
export const changeOptions = z.strictObject({
  publish: flag('publish')
    .default(false)
    .describe('Publishes the draft in the same step; not together with a publishAt'),
  protectEditors: flag('protectEditors')
    .default(false)
    .describe(
      "Refuses the change, unless it has If-Match, if an editor has changed the publication since the bot's last write"
    ),
});

/** Values of `include` for the list of publications. */
const LIST_INCLUDES = ['fields', 'content'] as const;

const listShape = ({ limits }: Pick<Site, 'limits'>) => ({
  status: oneOf('status', LISTED_STATUSES)
    .optional()
    .describe('scheduled: it waits for its publishAt'),
  externalId: externalId.optional(),
  title: searchedText('title', LONGEST)
    .optional()
    .describe('Titles that readers see and that begin with this, whatever the case'),
  q: searchedText('q', LONGEST)
    .optional()
    .describe(
      'Publications that have all these words, or longer ones that begin with them, in title, text or fields: the newest 1,000 of them'
    ),
  madeBy: oneOf('madeBy', MADE_BY).optional().describe('other: an import, another program, SQL'),
  createdAfter: moment('createdAfter').optional().describe('Created after this time'),
  createdBefore: moment('createdBefore').optional().describe('Created before this time'),
  updatedAfter: moment('updatedAfter')
    .optional()
    .describe('Drafts that were saved after this time, the last saved first'),
  publishedAfter: moment('publishedAfter')
    .optional()
    .describe('First published after this time, the last first published first'),
  publishedBefore: moment('publishedBefore')
    .optional()
    .describe('First published before this time, the last first published first'),
  include: oneOf('include', LIST_INCLUDES)
    .optional()
    .describe(
      'fields: the further fields of the site; content: all that a publication says, with its ETag. A page of contents ends once it has 1 MiB of texts'
    ),
  limit: pageLimit(limits.listDefault, limits.listMaximum),
  cursor: z.string().optional().describe('From the Link header of an earlier answer'),
});

/** Prefix of query parameters that filter by a relation field. */
export const OF_FIELDS = 'fields.';

/** Query parameters of the list of publications: its own, and `fields.<name>` for each relation. */
export const publicationList = (site: Pick<Site, 'limits' | 'relations' | 'hasSearch'>) => {
  const { q, ...listed } = listShape(site);
  const ofFields = site.relations.map((name) => {
    const parameter = `${OF_FIELDS}${name}`;
    const related = searchedText(parameter, LONGEST).optional();
    return [parameter, related.describe('A record by its slug, id or name')];
  });
  return z.strictObject({
    ...listed,
    ...((site.hasSearch ? { q } : {}) as { q: typeof q }),
    ...(Object.fromEntries(ofFields) as object),
  });
};

/** Value of an additional field: a plain value, a material, or related entries. */
const fieldValue = z.json();
const fieldValues = z
  .record(z.string(), fieldValue)
  .describe('What the further fields hold, by the names that the site has given them');
export type FieldValue = z.infer<typeof fieldValue>;

/** Content of one version of a publication. */
export const publicationContent = answer({
  title: z.string(),
  slug: z.string().nullable().describe('The last part of the public address'),
  body: z.string().nullable().describe('Markdown'),
  media: z.array(describedMaterial),
  fields: fieldValues,
  updatedAt: time,
}).meta({ id: 'PublicationContent' });
export type PublicationContent = z.infer<typeof publicationContent>;

const draftInWork = publicationContent
  .nullable()
  .describe('What the next publish makes public, if it differs; else null');

/** A publication in a list. A published one has its public values, not those of an editor's draft. */
export const publicationItem = answer({
  id: z.string(),
  title: z.string(),
  status: z.enum(PUBLICATION_STATUSES),
  url: z.url().nullable().describe('The absolute public address; null of a draft'),
  changed: z
    .boolean()
    .describe(
      'Whether a published one has a draft that differs, which the next publish makes public'
    ),
  externalId: z.string().nullable(),
  publishAt: time.nullable(),
  unpublishAt: time.nullable(),
  scheduleError: z
    .string()
    .nullable()
    .describe('Why the schedule could not be carried out; it is tried again'),
  media: z.array(
    material
      .extend(describedMaterial.pick({ alternativeText: true, caption: true }).partial().shape)
      .meta({ id: 'PublicationMaterial' })
  ),
  fields: fieldValues.optional(),
  createdAt: time,
  updatedAt: time,
  publishedAt: time.nullable().describe('When it was last published; null of a draft'),
  firstPublishedAt: time
    .nullable()
    .describe(
      'When it was first published, or the date that was given; publish and unpublish keep it'
    ),
  ...publicationContent.pick({ slug: true, body: true }).partial().shape,
  draft: draftInWork.optional(),
  etag: z.string().optional().describe('For If-Match'),
  formerSlugs: z
    .array(z.string())
    .optional()
    .describe('Slugs at which it was public earlier, and that no publication has now'),
}).meta({
  id: 'PublicationItem',
  examples: [
    {
      id: 'xlmg7bfuokfd2t7t38yovepc',
      title: 'The Harbour',
      status: 'published',
      url: 'https://example.org/works/the-harbour',
      changed: false,
      externalId: 'cms-4711',
      publishAt: null,
      unpublishAt: null,
      scheduleError: null,
      media: [
        {
          id: 'tz4a98xxat96iws9zmbrgj3a',
          url: 'https://example.org/uploads/harbour_5d41402abc4b2a76b971.jpg',
          type: 'image',
        },
      ],
      createdAt: '2026-11-22T04:00:00.000Z',
      updatedAt: '2026-11-22T04:00:00.000Z',
      publishedAt: '2026-11-22T04:05:00.000Z',
      firstPublishedAt: '2026-11-22T04:05:00.000Z',
    },
  ],
});
export type PublicationItem = z.infer<typeof publicationItem>;

/** A publication with its full content. */
export const publication = publicationItem
  .omit({ etag: true, formerSlugs: true })
  .extend({ ...publicationContent.shape, draft: draftInWork })
  .meta({ id: 'Publication' });
export type Publication = z.infer<typeof publication>;

/** Answer to a publish. */
export const publishedPublication = identified.extend({ url: z.url() });
export type PublishedPublication = z.infer<typeof publishedPublication>;

/** A deleted publication, and the ids of its deleted and kept media. */
export const removedPublication = identified.extend({
  media: answer({
    deleted: z.array(z.string()),
    kept: z.array(z.string()).describe('Something else uses them'),
  }),
});
export type RemovedPublication = z.infer<typeof removedPublication>;

/** Preview link of a draft. */
export const previewLink = answer({
  url: z.url().describe('The absolute address; whoever has it needs no login'),
  expiresAt: time,
});
export type PreviewLink = z.infer<typeof previewLink>;
