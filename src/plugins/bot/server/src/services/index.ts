import { createCascadeService } from './cascade';
import { createEntryEventService } from './entry-events';
import { createHealthService } from './health';
import { createIdempotencyService } from './idempotency';
import { createImageWorkshopService } from './image-workshop';
import { createMaterialService } from './material';
import { createMaterialFolderService } from './material-folder';
import { createMaterialPreparationService } from './material-preparation';
import { createMaterialReaderService } from './material-reader';
import { createMediaEventsService } from './media-events';
import { createPlainDocumentService } from './plain-documents';
import { createPlainEntryService } from './plain-entries';
import { createPublicationService } from './publication';
import { createPublicationReaderService } from './publication-reader';
import { createRateLimitService } from './rate-limit';
import { createReconcilerService } from './reconciler';
import { createRemovalQueueService } from './removal-queue';
import { createRemovalWorkerService } from './removal-worker';
import { createSiteService } from './site';
import { createSlugService } from './slug';
import { createStorageService } from './storage';
import { createTemporaryDirectoryService } from './temporary-directory';
import { createTokenService } from './token';
import { createTrafficService } from './traffic';

export default {
  cascade: createCascadeService,
  entryEvent: createEntryEventService,
  health: createHealthService,
  idempotency: createIdempotencyService,
  imageWorkshop: createImageWorkshopService,
  material: createMaterialService,
  materialFolder: createMaterialFolderService,
  materialPreparation: createMaterialPreparationService,
  materialReader: createMaterialReaderService,
  mediaEvents: createMediaEventsService,
  plainDocument: createPlainDocumentService,
  plainEntry: createPlainEntryService,
  publication: createPublicationService,
  publicationReader: createPublicationReaderService,
  rateLimit: createRateLimitService,
  reconciler: createReconcilerService,
  removalQueue: createRemovalQueueService,
  removalWorker: createRemovalWorkerService,
  site: createSiteService,
  slug: createSlugService,
  storage: createStorageService,
  temporaryDirectory: createTemporaryDirectoryService,
  token: createTokenService,
  traffic: createTrafficService,
};
