import { strings } from '@strapi/utils';

/** Words that transliteration leaves as they are; two capitals, or one inside, it would split. */
const PLAIN_WORDS = /^[a-z0-9 ,.:;!?()_-]*$/i;
const CAPITALS = /[A-Z]{2}|[a-z\d][A-Z]/;

export interface SlugStyle {
  /** One character, between words. */
  separator: '-' | '_';
  lowercase: boolean;
}

/** Strapi's slug. Transliteration walks through thousands of replacements, so plain words skip it. */
export const slugify = (text: string, { separator, lowercase }: SlugStyle): string => {
  if (!PLAIN_WORDS.test(text) || CAPITALS.test(text)) {
    return strings.nameToSlug(text, { separator, lowercase });
  }
  const words = text.match(/[a-z0-9]+/gi) ?? [];
  const slug = words.join(separator);
  return lowercase ? slug.toLowerCase() : slug;
};
