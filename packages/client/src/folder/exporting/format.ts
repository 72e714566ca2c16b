import type { Publication } from '@fleet-bot/protocol';

import { EXPORTER, formatDocument, type FileTexts } from '../document';
import { readdress, splitFragment } from '../links';
import { mapValues } from '../values';

import type { MaterialFile, MaterialFiles } from './material-files';

/** A material that a text uses: its file, and the alternative texts that the body of the text contains for it. */
interface Use extends MaterialFile {
  alts: Set<string>;
}

/**
 * Texts of a material (name, alternative text, caption) that an import could not derive from the file name and the
 * body.
 */
const textsOf = ({ material, name, isNumbered, alts }: Use): FileTexts[string] => {
  const [alt = '', ...others] = alts;
  const { alternativeText, caption } = material;
  const isSame = others.length === 0 && alt === (alternativeText ?? '');
  return {
    // The name of a numbered file keeps its number, so that the names differ after an import too.
    ...(name !== material.name && !isNumbered && { name: material.name }),
    ...(!isSame && { alternativeText: alternativeText ?? '' }),
    ...(caption && { caption }),
  };
};

/** Collects the files that a text uses. */
const createUses = (files: MaterialFiles, document: string) => {
  const uses = new Map<string, Use>();
  return {
    /** Path of a material relative to the text; undefined if no material has the URL. */
    pathOf: async (url: string, alt?: string): Promise<string | undefined> => {
      const file = await files.saveFor(document, url);
      if (file === undefined) return undefined;
      const use = uses.get(file.name) ?? { ...file, alts: new Set() };
      uses.set(file.name, use);
      if (alt !== undefined) use.alts.add(alt);
      return `./${file.name}`;
    },
    /** Names, alternative texts and captions of all files, by path. Files without any of the three are left out. */
    texts: (): FileTexts =>
      Object.fromEntries(
        [...uses.values()]
          .map((use) => [`./${use.name}`, textsOf(use)] as const)
          .filter(([, texts]) => Object.keys(texts).length > 0)
          .sort(([a], [b]) => (a < b ? -1 : 1))
      ),
  };
};

/**
 * Formats a publication as a file: related entries by names, media by paths. Empty values are left out.
 * @param aliases former addresses
 * @param file path of the text in the folder
 */
export const formatPublication = async (
  publication: Publication,
  aliases: string[],
  file: string,
  files: MaterialFiles
): Promise<string> => {
  const { title, slug, body, media, fields } = publication.draft ?? publication;
  const { id, status, externalId, firstPublishedAt, publishAt, unpublishAt } = publication;
  const uses = createUses(files, file);
  const ownBody = await readdress(body ?? '', async ({ url, alt }) => {
    const [plain, fragment] = splitFragment(url);
    const place = await uses.pathOf(plain, alt);
    return place && encodeURI(place) + fragment;
  });
  const places = await Promise.all(
    media.map(async (one) => (await uses.pathOf(one.url)) ?? one.id)
  );
  const ownFields = (await mapValues(fields, async (value) => {
    if (value === null || (Array.isArray(value) && value.length === 0)) return undefined;
    const entry = Object(value) as Record<string, string | undefined>;
    if (entry.id === undefined) return value;
    // Another site can create an entry from its name, but not from its slug.
    return (entry.url && (await uses.pathOf(entry.url))) ?? entry.name ?? entry.slug ?? entry.id;
  })) as Record<string, unknown>;
  const texts = uses.texts();
  return formatDocument({
    title,
    // An import does not schedule a text whose status is draft.
    ...((publishAt === null || status === 'published') && { status }),
    ...(slug !== null && { slug }),
    ...(aliases.length > 0 && { aliases }),
    ...(firstPublishedAt !== null && { firstPublishedAt }),
    ...(publishAt !== null && { publishAt }),
    ...(unpublishAt !== null && { unpublishAt }),
    ...(externalId === null ? { id } : { externalId }),
    ...(places.length > 0 && { media: places }),
    ...(Object.keys(ownFields).length > 0 && { fields: ownFields }),
    ...(Object.keys(texts).length > 0 && { files: texts }),
    exportedBy: EXPORTER,
    body: ownBody,
  });
};
