import { parse, stringify } from 'yaml';
import { z } from 'zod';

const time = z.iso.datetime({ offset: true, error: 'must be a time with an offset' });

/** What stands above the Markdown of a file; other keys are fields of the site, as `tags` of most generators. */
const frontMatter = z.object({
  title: z.string({ error: 'needs a title' }),
  status: z.enum(['draft', 'published']).optional(),
  slug: z.string().optional(),
  publishAt: time.optional(),
  unpublishAt: time.optional(),
  /** In place of the path of the file. */
  externalId: z.string().optional(),
  /** Of a publication without an externalId. */
  id: z.string().optional(),
  /** Files beside this one, or ids of materials. */
  media: z.array(z.string()).optional(),
  fields: z.record(z.string(), z.unknown()).optional(),
});

/** A publication as a file. */
export type Document = z.infer<typeof frontMatter> & { body: string };

const PARTS = /^---\r?\n([^]*?)^---[ \t]*(?:\r?\n|$)([^]*)$/m;

/** Reads a file. @throws Error that says what is wrong with what stands above the text */
export const parseDocument = (text: string): Document => {
  const [, head, body = ''] = PARTS.exec(text.replace(/^\uFEFF/, '')) ?? [];
  if (head === undefined || !/^\uFEFF?---/.test(text)) {
    throw new Error('needs a title, between two lines of --- at its beginning');
  }
  const given = (parse(head) ?? {}) as Record<string, unknown>;
  const parsed = frontMatter.safeParse(given);
  if (!parsed.success) {
    const [fault] = parsed.error.issues;
    throw new Error(`${fault?.path.join('.')}: ${fault?.message}`);
  }
  const others = Object.entries(given).filter(([name]) => !(name in frontMatter.shape));
  const fields = { ...Object.fromEntries(others), ...parsed.data.fields };
  return { ...parsed.data, ...(Object.keys(fields).length > 0 && { fields }), body };
};

/** Writes a file. */
export const formatDocument = ({ body, ...head }: Document): string =>
  `---\n${stringify(head)}---\n${body}`;
