import type { StoredFile } from './parts/use-uploads';

export const linkOf = (words: string, address: string): string =>
  `[${words.replace(/[[\]]/g, '\\$&').replaceAll('\n', ' ')}](${address})`;

/** @param words in place of the alternative text of a picture */
export const markdownOf = ({ url, name, mime, alternativeText }: StoredFile, words?: string) =>
  mime.startsWith('image/') ? `!${linkOf(words ?? alternativeText ?? '', url)}` : linkOf(name, url);
