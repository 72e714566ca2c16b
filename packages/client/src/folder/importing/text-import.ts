import type { Publication } from '@fleet-bot/protocol';

import type { Tagged } from '../../resources/publications';
import type { Text } from '../reading';

import type { Check } from './check';
import { plansOf } from './plans';
import { notImported, type Imported } from './results';
import type { TextLinks } from './text-links';
import type { createWanted } from './wanted';
import type { createTextWriter, Written } from './write-text';

interface TextImportOptions {
  /** Existing publications of the site, by file. */
  current: ReadonlyMap<string, Tagged<Publication>>;
  /** Files whose publications were restored. */
  restored: ReadonlySet<string>;
  links: TextLinks;
  publish: boolean;
  faultsOf: Check;
  wantedOf: ReturnType<typeof createWanted>;
  write: ReturnType<typeof createTextWriter>;
}

/** Creates a function that imports one text. Records in `outdated` other texts whose links have to be rewritten. */
export const createTextImport = (options: TextImportOptions) => {
  const { current, restored, links, publish, faultsOf, wantedOf, write } = options;
  /** Files of texts that must be written again, because a URL that they link to has changed. */
  const outdated = new Set<string>();

  /** Records the slug of a written text, or null if its creation failed. */
  const settle = (file: string, slug: string | null): void =>
    links.settle(file, slug).forEach((other) => outdated.add(other));

  /** Whether the option `publish` would publish, schedule or update this text. */
  const needsPublish = ({ file, reading: { document } }: Text, { what }: Written): boolean => {
    if (publish) return false;
    if (plansOf(document).status !== 'published') return document.publishAt !== undefined;
    const there = current.get(file);
    return there?.status !== 'published' || there.changed || what.length > 0;
  };

  const importText = async (text: Text): Promise<Imported> => {
    const { file, reading } = text;
    const { document, ignoredKeys, truncatedFields, shortcodes, components } = reading;
    const faults = faultsOf(document);
    if (faults.length > 0) throw new Error(faults.join('; '));
    const there = current.get(file);
    const { content, uploads, warnings } = await wantedOf(text, there);
    const { slug, ...written } = await write(text, content, there);
    if (slug !== undefined) settle(file, slug);
    return {
      ...{ file, uploads, ignoredKeys, truncatedFields, shortcodes, components },
      ...written,
      ...(restored.has(file) && { action: 'restore' as const }),
      warnings: [...warnings, ...written.warnings],
      needsPublish: needsPublish(text, written),
    };
  };

  return {
    outdated,
    importText: (text: Text): Promise<Imported> =>
      importText(text).catch((error: unknown) => {
        if (!current.has(text.file)) settle(text.file, null);
        return notImported(text.file, error);
      }),
  };
};
