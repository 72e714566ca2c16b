import type { PublicationFile } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import { knexOf, fileLinkTable, tableOf } from '../../../core/database/connection';
import type { PanelPermissions } from '../../../core/strapi/panel/permission';
import { getCascadeService, getFileUseService } from '../../materials';
import { getUsingWorksService } from '../uses/using-works';

/** Maximum number of uses to read for a file. */
const LOOKED_AT = 200;

type LinkedFile = Awaited<
  ReturnType<ReturnType<typeof getCascadeService>['listLinkedFiles']>
>[number];

/**
 * Makes the function that finds the files of publications, without duplicates, with their other uses. A file without
 * other uses is deleted with the publications. Omits files and titles that the user may not read.
 */
export const createWorkFiles = (strapi: Core.Strapi) => {
  const { contentType, attributes } = botConfig(strapi);
  const components = Object.entries(strapi.contentTypes[contentType]?.attributes ?? {})
    .filter(([, { type }]) => type === 'component' || type === 'dynamiczone')
    .map(([attribute]) => attribute);

  /** Files in attributes that the user may read. Files in components require the permission for all component attributes. */
  const shownFiles = async (
    documentId: string,
    mayRead: (attribute: string) => boolean
  ): Promise<LinkedFile[]> => {
    const links: { file_id: number; field: string }[] = await knexOf(strapi)({
      link: fileLinkTable(strapi),
    })
      .join({ work: tableOf(strapi, contentType) }, 'work.id', 'link.related_id')
      .where({ 'link.related_type': contentType, 'work.document_id': documentId })
      .select('link.file_id', 'link.field');
    const inFields = new Set(links.map((link) => link.file_id));
    const shown = new Set(links.filter(({ field }) => mayRead(field)).map((link) => link.file_id));
    const readsComponents = components.every(mayRead);
    const files = await getCascadeService(strapi).listLinkedFiles(documentId);
    return files.filter(({ id }) => (inFields.has(id) ? shown.has(id) : readsComponents));
  };

  return async (
    documentIds: string[],
    permissions: PanelPermissions
  ): Promise<PublicationFile[]> => {
    const usingWorks = getUsingWorksService(strapi);
    const own = new Set(documentIds);
    const reads = await permissions.reading(documentIds);
    const files = new Map<number, LinkedFile>();
    for (const id of [...own].filter((one) => reads(one))) {
      const shown = await shownFiles(id, (attribute) => reads(id, attribute));
      shown.forEach((file) => files.set(file.id, file));
    }
    const found: PublicationFile[] = [];
    for (const file of files.values()) {
      const { uses } = await getFileUseService(strapi).find([file], LOOKED_AT);
      const entries = await usingWorks.entriesOf(uses);
      const byWorks = entries.filter(({ uid }) => uid === contentType);
      const works = (await usingWorks.worksOf(byWorks)).filter(({ id }) => !own.has(id));
      const named = await permissions.readable(works, attributes.title);
      found.push({
        id: file.documentId,
        name: file.name,
        mime: String(file.mime),
        alternativeText: (file.alternativeText as string | null) || null,
        works: named,
        isUsedElsewhere: byWorks.length < entries.length || named.length < works.length,
      });
    }
    return found;
  };
};
