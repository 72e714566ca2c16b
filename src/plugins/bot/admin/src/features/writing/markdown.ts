import type { StoredFile } from './parts/use-uploads';

/** A Markdown link. Brackets in its text are escaped. */
export const linkOf = (words: string, address: string): string =>
  `[${words.replace(/[[\]]/g, '\\$&').replaceAll('\n', ' ')}](${address})`;

/**
 * The Markdown of a file: an image, or a link to it.
 * @param words replaces the alternative text of an image
 */
export const markdownOf = ({ url, name, mime, alternativeText }: StoredFile, words?: string) =>
  mime.startsWith('image/') ? `!${linkOf(words ?? alternativeText ?? '', url)}` : linkOf(name, url);
