import type { PublishedService } from '../services/published';
import type { ReadWork } from '../services/whole-works';

/** What is at an address below `/works`. */
export type Found =
  | ({ is: 'page' | 'markdown' } & ReadWork)
  /** The work is public under another name now. */
  | { is: 'moved'; name: string }
  | { is: 'gone' };

/** What Strapi allows in a `uid` field. Anything else is no work's address, so nobody need ask for it. */
const SLUG = /^[\w.~-]{1,255}$/;
const MARKDOWN = '.md';

/** How often a work is looked for that becomes public meanwhile. */
const LOOKS = 3;

const lookFor = async (published: PublishedService, name: string): Promise<Found | null> => {
  const source = name.endsWith(MARKDOWN) ? name.slice(0, -MARKDOWN.length) : '';

  const work = await published.findBySlug(name);
  if (work) return { is: 'page', ...work };
  const original = source && (await published.findBySlug(source));
  if (original) return { is: 'markdown', ...original };

  const moved = await published.findMoved(name);
  if (moved) return moved === 'gone' ? { is: 'gone' } : { is: 'moved', name: moved.slug };
  const movedSource = source && (await published.findMoved(source));
  if (!movedSource) return null;
  return movedSource === 'gone'
    ? { is: 'gone' }
    : { is: 'moved', name: `${movedSource.slug}${MARKDOWN}` };
};

/**
 * Finds what is at the last part of an address; a slash too many leads to the one without it. One that ends with `.md` may ask for the Markdown of a
 * work, or be a slug itself, which comes first; what is public comes before what was.
 * @returns null if nothing ever was there
 */
export const findByName = async (
  published: PublishedService,
  name: string
): Promise<Found | null> => {
  const bare = name.replace(/\/$/, '');
  if (!SLUG.test(bare)) return null;
  if (bare !== name) return { is: 'moved', name: bare };
  for (let looks = 0; looks < LOOKS; looks += 1) {
    const found = await lookFor(published, name);
    // One that was made public here between two queries: browsers would keep a 301 to itself.
    if (found?.is !== 'moved' || found.name !== name) return found;
  }
  return { is: 'gone' };
};
