import type { PublishedService } from '../services/published';
import type { ReadWork } from '../services/full-works';

/** Result of looking up an address below `/works`. */
export type Found =
  | ({ is: 'page' | 'markdown' } & ReadWork)
  /** Redirect to the current address, such as the work's new slug. */
  | { is: 'moved'; name: string }
  | { is: 'removed' };

/**
 * Matches slugs that Strapi allows in a `uid` field. Any other text in a URL belongs to no work and needs no query.
 */
const SLUG = /^[\w.~-]{1,255}$/;
const MARKDOWN = '.md';

/** Maximum number of lookups for one address. A lookup is repeated if the work was published meanwhile. */
const ATTEMPTS = 3;

const findOnce = async (published: PublishedService, name: string): Promise<Found | null> => {
  const source = name.endsWith(MARKDOWN) ? name.slice(0, -MARKDOWN.length) : '';

  const work = await published.findBySlug(name);
  if (work) return { is: 'page', ...work };
  const original = source && (await published.findBySlug(source));
  if (original) return { is: 'markdown', ...original };

  const moved = await published.findMoved(name);
  if (moved) return moved === 'removed' ? { is: 'removed' } : { is: 'moved', name: moved.slug };
  const movedSource = source && (await published.findMoved(source));
  if (!movedSource) return null;
  return movedSource === 'removed'
    ? { is: 'removed' }
    : { is: 'moved', name: `${movedSource.slug}${MARKDOWN}` };
};

/**
 * Finds the work that belongs to the last part of an address. A trailing slash redirects to the address without the
 * slash. An address that ends with `.md` is looked up as a slug first, then as the Markdown version of a work;
 * published works take precedence over former addresses.
 * @returns null if the address was never used
 */
export const findByName = async (
  published: PublishedService,
  name: string
): Promise<Found | null> => {
  const bare = name.replace(/\/$/, '');
  if (!SLUG.test(bare)) return null;
  if (bare !== name) return { is: 'moved', name: bare };
  for (let attempts = 0; attempts < ATTEMPTS; attempts += 1) {
    const found = await findOnce(published, name);
    // The work was published here between the two queries; a 301 to the same address would be cached by browsers.
    if (found?.is !== 'moved' || found.name !== name) return found;
  }
  return { is: 'removed' };
};
