interface Embed {
  href: string;
  text: string;
}

const ID = '([\\w-]{1,64})';
/**
 * Video players that texts embed in frames: URL pattern of the frame, URL of the page with the same video, name of the
 * service.
 */
const PLAYERS: readonly [RegExp, (id: string) => string, string][] = [
  [
    new RegExp(`^https?://(?:www\\.)?youtube(?:-nocookie)?\\.com/embed/${ID}(?:[/?#]|$)`),
    (id) => `https://www.youtube.com/watch?v=${id}`,
    'YouTube',
  ],
  [
    new RegExp(`^https?://player\\.vimeo\\.com/video/${ID}(?:[/?#]|$)`),
    (id) => `https://vimeo.com/${id}`,
    'Vimeo',
  ],
];

/** Link that replaces a frame with a video; undefined for any other frame. */
export const linkOfFrame = (attributes: Record<string, string>): Embed | undefined => {
  const source = (attributes.src ?? '').trim().replace(/^\/\//, 'https://');
  for (const [pattern, pageOf, name] of PLAYERS) {
    const id = pattern.exec(source)?.[1];
    if (id === undefined) continue;
    return { href: pageOf(id), text: attributes.title?.trim() || name };
  }
  return undefined;
};
