import type { Feature } from '../../core/feature';
import { addExamination } from '../../core/readiness';
import { FILE_UID } from '../../core/constants';
import { storeEditorsUploads } from '../../core/strapi/uploads/editors-uploads';
import changes from '../changes/feature';
import removals from '../removals/feature';

import controller from './controller';
import { createEditorsUploads } from './editors-uploads';
import {
  createMaterialPreparationService,
  getMaterialPreparationService,
  imagesExamination,
} from './preparation';
import { createMaterialFolderService, getMaterialFolderService } from './folder';
import { recordMaterials } from './library/changes';
import { completeFilesOnWrite } from './type-rule/material-type';
import { createMaterialLibraryService } from './library/library';
import { referOnWrite } from './references/on-write';
import { createFileReferenceService, fileReference } from './references/references';
import { createFileReferenceScanService, getFileReferenceScanService } from './references/scan';
import { assertSiteTypes } from './site-types';
import { setObjectHeaders } from './stored-files/object-headers';
import { serveStoredFilesSafely } from './stored-files/safe-headers';
import { createStoredFileServer } from './stored-files/server';
import { applyFileTypeRule, fillInTypes, ruleNames } from './type-rule/apply';
import { FILE_ADDITIONS } from './type-rule/attribute';
import { createCascadeService } from './uses/cascade';
import { createFileUseService } from './uses/file-uses';
import { createMaterialService } from './writer';

/** Files of the Media Library: uploads of the bot, and the processing of all other uploads. */
export default {
  name: 'materials',
  isRequired: true,
  needs: [changes, removals],
  contentTypes: { 'file-reference': fileReference },
  operations: {
    listMaterials: 'material.list',
    uploadMaterial: 'material.create',
    getMaterial: 'material.get',
    changeMaterial: 'material.change',
    deleteMaterial: 'material.remove',
  },
  controllers: { material: controller },
  services: {
    cascade: createCascadeService,
    fileReference: createFileReferenceService,
    fileReferenceScan: createFileReferenceScanService,
    fileUse: createFileUseService,
    material: createMaterialService,
    materialFolder: createMaterialFolderService,
    materialLibrary: createMaterialLibraryService,
    materialPreparation: createMaterialPreparationService,
  },

  additions: (strapi) => [
    { uid: FILE_UID, ...FILE_ADDITIONS, rules: ruleNames(strapi.db.dialect.client) },
  ],
  register(strapi) {
    addExamination(strapi, imagesExamination(strapi));
    storeEditorsUploads(strapi, createEditorsUploads(strapi));
    strapi.server.use(serveStoredFilesSafely(strapi));
  },
  async bootstrap(strapi) {
    assertSiteTypes(strapi);
    completeFilesOnWrite(strapi);
    await setObjectHeaders(strapi);
    referOnWrite(strapi);
    // Subscribed after the hooks that complete a row, so that the change record has the final values.
    recordMaterials(strapi);
    // Added here and not in `register`, to run after the site's own middlewares and before Strapi's
    // routes.
    strapi.server.use(createStoredFileServer(strapi));
    await applyFileTypeRule(strapi);
    await getFileReferenceScanService(strapi).readNew();
    await getMaterialFolderService(strapi).get();
  },
  async repair(strapi) {
    await fillInTypes(strapi);
    await getFileReferenceScanService(strapi).readAfterImport();
  },
  companions: (strapi) => [
    { start: () => undefined, stop: () => getMaterialPreparationService(strapi).stop() },
  ],
  sweeps: { botFileReferenceSweep: (strapi) => getFileReferenceScanService(strapi).sweep() },
} satisfies Feature;
