import { findLanguage } from '../words/language';
import type { Medium, Picture, Player } from './medium';

/** Wide enough for a player in the column of a page. */
const POSTER_WIDTH = 1600;

const SUBTITLES = /^(.*?)(?:\.([a-z]{2,3}(?:-[a-z0-9]{2,8})*))?\.vtt$/i;

const stemOf = (name: string): string => name.replace(/\.[^.]*$/, '').toLowerCase();

const posterOf = ({ sources, url }: Picture): string =>
  sources.filter(({ width }) => width <= POSTER_WIDTH).at(-1)?.url ?? url;

/** The film that some subtitles belong to, and their language. */
const subtitlesOf = (name: string): { stem: string; language: string | null } | null => {
  const [, stem, tag] = SUBTITLES.exec(name) ?? [];
  if (stem === undefined) return null;
  const language = tag === undefined ? null : findLanguage(tag);
  return { stem: stem.toLowerCase(), language: language?.tag ?? null };
};

/**
 * Gives films what belongs to them: a picture of the same name (`talk.jpg` beside `talk.mp4`) is shown
 * until a film is started, and `talk.vtt` or `talk.de.vtt` are its subtitles.
 * @returns the films with it, and the media that are shown with a film and not by themselves
 */
export const joinFilms = (
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
