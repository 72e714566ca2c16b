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

/** The states of a publication (interface document, section 3). */
export const PUBLICATION_STATUSES = ['draft', 'published'] as const;
export type PublicationStatus = (typeof PUBLICATION_STATUSES)[number];

/** What the list is asked for: a state, or what waits for its `publishAt` in whatever state. */
const LISTED_STATUSES = [...PUBLICATION_STATUSES, 'scheduled'] as const;
export type ListedStatus = (typeof LISTED_STATUSES)[number];

/** Who has made a publication: the bot, a person in the panel, or another program, an import or SQL. */
export const MADE_BY = ['bot', 'editor', 'other'] as const;
export type MadeBy = (typeof MADE_BY)[number];

/** As many characters as a title, a name, a slug or an external id may have. */
const LONGEST = 255;

/** Slugs, the last part of a public address: as Strapi takes them, but not a step in a path. */
export const SLUG = /^(?!\.+$)[A-Za-z0-9\-_.~]+$/;

const counted = (count: number, thing: string): string =>
  count === 1 ? `1 ${thing}` : `${count} ${thing}s`;

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

const externalId = atMost(
  'externalId',
  LONGEST,
  storableText('externalId').min(1, 'externalId must not be empty')
).describe("The id that the bot's own system has for it; unique, and compared exactly");

/** The fields that the bot writes, each as it is when it is given. */
const contentOf = ({ limits, fields }: Pick<Site, 'limits' | 'fields'>) => ({
  title: line('title', limits.titleLength),
  body: storableText('body')
    .refine(
      // In UTF-8 a unit has at most three bytes.
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
  fields,
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

/** The date of the first publish, as a bot or a person gives it. */
export const firstPublish = request({
  firstPublishedAt: pastMoment('firstPublishedAt', 'To publish later, send publishAt instead')
    .nullable()
    .describe(
      'When it was first published, here or elsewhere: RFC 3339 with an offset, or a date; not in the future. Null: the next publish sets it'
    ),
});

/** What the bot says of a publication beside its content; null takes it away. */
const details = schedule.extend({ externalId: externalId.nullable(), ...firstPublish.shape });
export type PublicationDetails = Omit<z.infer<typeof details>, 'firstPublishedAt'>;

/** A publication to create. */
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

/** A change of a publication: a JSON merge patch (RFC 7396). */
export const publicationChange = (site: Pick<Site, 'limits' | 'fields'>) =>
  request({ ...contentOf(site), ...details.shape })
    .partial()
    .meta({ id: 'PublicationChange', examples: [{ body: '# Evening', media: null }] });
export type PublicationChange = z.infer<ReturnType<typeof publicationChange>>;

/** How a publication is changed. */
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

/** What items of the list can have besides. */
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

/** What begins the name of a parameter that asks for a field which is a relation. */
export const OF_FIELDS = 'fields.';

/** What the list of publications may be asked for: its own parameters, and `fields.<name>` for each relation. */
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

/** What a further field holds: a value, a material, or what it relates to. */
const fieldValue = z.json();
const fieldValues = z
  .record(z.string(), fieldValue)
  .describe('What the further fields hold, by the names that the site has given them');
export type FieldValue = z.infer<typeof fieldValue>;

/** What a version of a publication holds. */
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

/** A publication in the list. Of a published one it says what readers see, and not what an editor has in work. */
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
    material.extend(
      describedMaterial.pick({ alternativeText: true, caption: true }).partial().shape
    )
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

/** A publication on its own: as in the list, and all that it holds. */
export const publication = publicationItem
  .omit({ etag: true })
  .extend({ ...publicationContent.shape, draft: draftInWork })
  .meta({ id: 'Publication' });
export type Publication = z.infer<typeof publication>;

/** A publication that was made public. */
export const publishedPublication = identified.extend({ url: z.url() });
export type PublishedPublication = z.infer<typeof publishedPublication>;

/** A publication that was deleted, with what became of its media: their ids. */
export const removedPublication = identified.extend({
  media: answer({
    deleted: z.array(z.string()),
    kept: z.array(z.string()).describe('Something else uses them'),
  }),
});
export type RemovedPublication = z.infer<typeof removedPublication>;

/** Where a draft can be read as readers would see it. */
export const previewLink = answer({
  url: z.url().describe('The absolute address; whoever has it needs no login'),
  expiresAt: time,
});
export type PreviewLink = z.infer<typeof previewLink>;
