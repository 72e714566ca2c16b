import { findLanguage } from '../translations/language';
import type { Medium, Picture, Player } from './medium';

/** Width in pixels that is enough for a player in the text column. */
const POSTER_WIDTH = 1600;

const SUBTITLES = /^(.*?)(?:\.([a-z]{2,3}(?:-[a-z0-9]{2,8})*))?\.vtt$/i;

const stemOf = (name: string): string => name.replace(/\.[^.]*$/, '').toLowerCase();

const posterOf = ({ sources, url }: Picture): string =>
  sources.filter(({ width }) => width <= POSTER_WIDTH).at(-1)?.url ?? url;

/** Name of the video that a subtitle file belongs to, and the subtitles' language. */
const subtitlesOf = (name: string): { stem: string; language: string | null } | null => {
  const [, stem, tag] = SUBTITLES.exec(name) ?? [];
  if (stem === undefined) return null;
  const language = tag === undefined ? null : findLanguage(tag);
  return { stem: stem.toLowerCase(), language: language?.tag ?? null };
};

/**
 * Adds companions to videos: a picture of the same name (`talk.jpg` for `talk.mp4`) becomes the poster, and `talk.vtt`
 * or `talk.de.vtt` the subtitles.
 * @returns the media with completed videos, and the companions, which are not shown on their own
 */
export const addVideoCompanions = (
  media: readonly Medium[]
): { media: Medium[]; companions: ReadonlySet<Medium> } => {
  const companions = new Set<Medium>();
  const joined = media.map((medium): Medium => {
    if (medium.kind !== 'video') return medium;
    const stem = stemOf(medium.name);
    const picture = media.find(
      (it): it is Picture => it.kind === 'picture' && stemOf(it.name) === stem
    );
    if (picture) companions.add(picture);
    const tracks = media.flatMap((it): Player['tracks'] => {
      const subtitles = it.kind === 'attachment' ? subtitlesOf(it.name) : null;
      if (subtitles?.stem !== stem) return [];
      companions.add(it);
      return [{ url: it.url, language: subtitles.language }];
    });
    return { ...medium, tracks, ...(picture && { poster: posterOf(picture) }) };
  });
  return { media: joined, companions };
};
