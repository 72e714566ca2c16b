import { createCascadeService } from './cascade';
import { createHealthService } from './health';
import { createMaterialService } from './material';
import { createMaterialFolderService } from './material-folder';
import { createMaterialReaderService } from './material-reader';
import { createPublicationService } from './publication';
import { createPublicationReaderService } from './publication-reader';
import { createRemovalQueueService } from './removal-queue';
import { createRemovalWorkerService } from './removal-worker';
import { createSiteService } from './site';
import { createSlugService } from './slug';
import { createTemporaryDirectoryService } from './temporary-directory';
import { createTokenService } from './token';

export default {
  cascade: createCascadeService,
  health: createHealthService,
  material: createMaterialService,
  materialFolder: createMaterialFolderService,
  materialReader: createMaterialReaderService,
  publication: createPublicationService,
  publicationReader: createPublicationReaderService,
  removalQueue: createRemovalQueueService,
  removalWorker: createRemovalWorkerService,
  site: createSiteService,
  slug: createSlugService,
  temporaryDirectory: createTemporaryDirectoryService,
  token: createTokenService,
};
