import type { Core } from '@strapi/strapi';

import { botConfig } from '../../config';
import { PLUGIN_ID } from '../../constants';
import { getCascadeService } from '../cascade/cascade';
import { getFileUseService, type FileUse } from '../uses/file-uses';
import { getUsingWorksService, type UsingWork } from '../uses/using-works';

/** Uses that are looked at for a file. */
const LOOKED_AT = 200;

/** A file of a publication, and who uses it besides. */
export interface WorkFile {
  /** The id of the material. */
  id: string;
  /** The number of the file in the Media Library. */
  fileId: number;
  name: string;
  mime: string;
  url: string;
  alternativeText: string | null;
  /** Other publications. */
  works: UsingWork[];
  /** Whether records of other types use it. */
  isUsedElsewhere: boolean;
}

/** Knows what becomes of the files of publications that are deleted. */
export const createWorkFileService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { contentType } = botConfig(strapi);
  const usingWorks = () => getUsingWorksService(strapi);

  return {
    /**
     * The files of some publications, each once, with who uses it besides them. What nobody else uses is
     * deleted with them.
     */
    async find(documentIds: string[]): Promise<WorkFile[]> {
      const own = new Set(documentIds);
      const files = new Map<number, Awaited<ReturnType<typeof linkedFiles>>[number]>();
      for (const id of own) {
        (await linkedFiles(id)).forEach((file) => files.set(file.id, file));
      }
      const found: WorkFile[] = [];
      for (const file of files.values()) {
        const { uses } = await getFileUseService(strapi).find([file], LOOKED_AT);
        const entries: FileUse[] = await usingWorks().entriesOf(uses);
        const byWorks = entries.filter(({ uid }) => uid === contentType);
        const works = await usingWorks().worksOf(byWorks);
        found.push({
          id: file.documentId,
          fileId: file.id,
          name: file.name,
          mime: String(file.mime),
          url: String(file.url),
          alternativeText: (file.alternativeText as string | null) || null,
          works: works.filter(({ id }) => !own.has(id)),
          isUsedElsewhere: byWorks.length < entries.length,
        });
      }
      return found;
    },
  };

  function linkedFiles(documentId: string) {
    return getCascadeService(strapi).listLinkedFiles(documentId);
  }
};

export type WorkFileService = ReturnType<typeof createWorkFileService>;

/** Gives this service of a site. */
export const getWorkFileService = (strapi: Core.Strapi): WorkFileService =>
  strapi.plugin(PLUGIN_ID).service('workFile');
