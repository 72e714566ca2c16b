import type { Publication } from '@fleet-bot/protocol';

import type { PublicationChange } from '../../resources/publications';
import { IMPORTED_FIELDS, type FileTexts, type SiteFields } from '../document';
import { decoded } from '../generators/text';
import { readdress, splitFragment } from '../links';
import type { Text } from '../reading';
import { mapValues, namesFile } from '../values';

import type { FileImport, Referrer } from './files';
import { plansOf } from './plans';
import type { TextLinks } from './text-links';

/** Content that the publication of a text should have. */
export interface Wanted {
  content: PublicationChange;
  /** Number of files uploaded for this text. */
  uploads: number;
  /** Problems with their reasons: files not imported, links without a target text, a slug that is taken. */
  warnings: string[];
}

interface WantedOptions {
  importFile: FileImport;
  links: TextLinks;
  site: SiteFields;
  /** Ids of public publications, or files of new texts, by slug. */
  slugs: ReadonlyMap<string, string>;
  publish: boolean;
  /** Converts a URL of the website that the folder was made for to a path. */
  pathOf: (url: string) => string;
}

/** Creates functions that import the files of one text, count its uploads and collect warnings. */
const createMaterials = (importFile: FileImport, referrer: Referrer, files: FileTexts) => {
  let uploads = 0;
  const warnings = new Set<string>();
  /** Imports a file. @returns null if it was not imported, undefined if the name does not refer to a file */
  const materialOf = async (name: string, alternativeText?: string) => {
    const texts = { alternativeText, ...files[decoded(splitFragment(name)[0])] };
    const material = await importFile(referrer, name, texts);
    if (material && 'reason' in material) {
      warnings.add(`${name} ${material.reason}`);
      return null;
    }
    if (material?.isNew) uploads += 1;
    return material;
  };
  const idOf = async (name: string) => {
    const material = await materialOf(name);
    return material === null ? undefined : (material?.id ?? name);
  };
  return { materialOf, idOf, warnings, uploads: () => uploads };
};

type Materials = ReturnType<typeof createMaterials>;

/** Body of a text in which links to files and other texts are replaced by URLs of the site. */
const bodyOnSite = (
  text: Text,
  { materialOf, warnings }: Materials,
  { links, pathOf }: Pick<WantedOptions, 'links' | 'pathOf'>
) =>
  readdress(text.reading.document.body, async ({ url: written, alt }) => {
    const url = pathOf(written);
    const target = alt === undefined ? links.resolve(text, url) : undefined;
    if (target) {
      if (target.reason !== undefined) warnings.add(`${written} ${target.reason}`);
      return target.address;
    }
    const material = await materialOf(url, alt);
    if (material === null) return alt === undefined ? undefined : { instead: alt };
    const fragment = alt === undefined ? splitFragment(url)[1] : '';
    return material && material.url + fragment;
  });

/** Empty values for fields that have a value on the site and no key in the file any more. */
const removedFields = (site: SiteFields, there: Publication | undefined, fields: object = {}) => {
  const shown = (there && (there.draft ?? there).fields) ?? {};
  const isRemoved = (name: string) =>
    name in site && !(name in fields) && (shown[name] ?? '') !== '';
  const removed = IMPORTED_FIELDS.filter(isRemoved).map(
    (name) => [name, Array.isArray(shown[name]) ? [] : null] as const
  );
  return Object.fromEntries(removed);
};

/** Creates a function that imports the files of a text and returns the content for its publication. */
export const createWanted =
  ({ importFile, links, site, slugs, publish, pathOf }: WantedOptions) =>
  async (text: Text, there: Publication | undefined): Promise<Wanted> => {
    const { document, slugOfFile, files } = text.reading;
    const referrer = { document: text.file, current: there };
    const materials = createMaterials(importFile, referrer, files);
    const { idOf, warnings, uploads } = materials;
    const body = await bodyOnSite(text, materials, { links, pathOf });
    const { title, firstPublishedAt } = document;
    const isMoved = text.movedFrom !== undefined;
    const ownSlug = document.slug ?? (there && !isMoved ? undefined : slugOfFile);
    const self = there?.id ?? text.file;
    const slug = (slugs.get(ownSlug ?? '') ?? self) === self ? ownSlug : undefined;
    if (slug !== ownSlug) warnings.add(`the address ${ownSlug}: another publication has it`);
    const fields = { ...removedFields(site, there, document.fields), ...document.fields };
    const media = document.media && (await Promise.all(document.media.map(idOf)));
    const content: PublicationChange = {
      title,
      body,
      ...(isMoved && { externalId: text.externalId }),
      ...(slug !== undefined && { slug }),
      ...(firstPublishedAt !== undefined && { firstPublishedAt }),
      ...(media && { media: media.filter((id) => id !== undefined) }),
      ...(Object.keys(fields).length > 0 && {
        fields: await mapValues(fields, async (value) => {
          const place = typeof value === 'string' ? pathOf(value) : value;
          return namesFile(place) ? idOf(place) : value;
        }),
      }),
      ...(publish && plansOf(document).times),
    };
    return { content, uploads: uploads(), warnings: [...warnings] };
  };
