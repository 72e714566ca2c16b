import { botConfig } from '../../core/config';
import type { Feature } from '../../core/feature';
import { narrowPanelList } from '../../core/strapi/panel/list';

import blocks from '../blocks/feature';
import changes from '../changes/feature';
import fields from '../fields/feature';
import { worksUsing } from '../materials';
import materials from '../materials/feature';

import { createMediaCascade } from './cascade/cascade';
import { createPublicationChanges } from './changes/writes';
import { followWritesThatBypassDocuments } from './changes/writes-that-bypass-documents';
import { assertPublicationType, warnOfRequiredAttributes } from './content-type/check';
import { fieldColumns, setPanelLabels } from './content-type/columns';
import { warnOfUnservedAddress } from './content-type/unserved-address';
import controller from './controller';
import {
  createPublicationDetailService,
  getPublicationDetailService,
  publicationDetail,
} from './details/details';
import { createPublicationDetails } from './details/writes';
import work from './panel/controller';
import { extendPublicationList } from './panel/list';
import { createPublicationReaderService } from './reader';
import { createSlugService, getSlugService, proposeSlugsInPanel } from './slug/slug';
import { createSlugRule } from './slug/writes';
import { fillInCreators, fillInTitleKeys, keepAddedColumns } from './status/added-columns';
import { publicationAdditions } from './status/columns';
import { createPublicationStatusService, getPublicationStatusService } from './status/status';
import { fillInFirstPublished } from './status/first-published';
import { createPublicationStatus } from './status/writes';
import { createTitleRule, countTitleInCharacters } from './title/title';
import { guardBulkDelete, guardFiles } from './uses/library-guard';
import { createUsingWorksService, getUsingWorksService } from './uses/using-works';
import { createPublicationService } from './writer';

/** Publications: the documents of one content type, which the bot creates, lists, changes, publishes and deletes. */
export default {
  name: 'publications',
  isRequired: true,
  needs: [changes, materials, fields, blocks],
  contentTypes: { 'publication-detail': publicationDetail },
  operations: {
    listPublications: 'publication.list',
    createPublication: 'publication.create',
    getPublication: 'publication.get',
    changePublication: 'publication.change',
    deletePublication: 'publication.remove',
    publishPublication: 'publication.publish',
    unpublishPublication: 'publication.unpublish',
  },
  panelRoutes: [
    { method: 'GET', path: '/works/:type', handler: 'work.files', allowed: 'account' },
    { method: 'GET', path: '/works/:type/:id', handler: 'work.get', allowed: 'account' },
    {
      method: 'PUT',
      path: '/works/:type/:id/first-publish',
      handler: 'work.changeFirstPublish',
      allowed: 'account',
    },
    {
      method: 'GET',
      path: '/works/:type/:id/deletion',
      handler: 'work.deletion',
      allowed: 'account',
    },
  ],
  controllers: { publication: controller, work },
  services: {
    publication: createPublicationService,
    publicationDetail: createPublicationDetailService,
    publicationReader: createPublicationReaderService,
    publicationStatus: createPublicationStatusService,
    slug: createSlugService,
    usingWorks: createUsingWorksService,
  },

  check: assertPublicationType,
  additions(strapi) {
    const { contentType, attributes } = botConfig(strapi);
    const type = strapi.contentTypes[contentType];
    const { type: titleType } = type.attributes[attributes.title as never] as { type: string };
    const additions = publicationAdditions(type, fieldColumns(strapi), {
      isPostgres: strapi.db.dialect.client === 'postgres',
      isTitleShort: titleType === 'string',
    });
    return [{ uid: contentType, ...additions, rules: [] }];
  },
  register(strapi) {
    const { contentType, attributes } = botConfig(strapi);
    setPanelLabels(strapi.contentTypes[contentType], attributes);
    guardBulkDelete(strapi);
    extendPublicationList(strapi);
    worksUsing.answer(strapi, async (file) => {
      const works = getUsingWorksService(strapi);
      return works.worksOf(await works.findUses([file]));
    });
  },
  // Details are last, because other rules read the details of a publication before they are deleted.
  writes: (strapi) => [
    createPublicationChanges(strapi),
    createTitleRule(strapi),
    createSlugRule(strapi),
    createMediaCascade(strapi),
    createPublicationStatus(strapi),
    createPublicationDetails(strapi),
  ],
  reads: () => [narrowPanelList],
  bootstrap(strapi) {
    const { contentType } = botConfig(strapi);
    // The site may have changed the type after `register`.
    assertPublicationType(strapi);
    warnOfRequiredAttributes(strapi);
    countTitleInCharacters(strapi);
    keepAddedColumns(strapi, contentType);
    guardFiles(strapi);
    proposeSlugsInPanel(strapi);
    // Subscribed after the hooks that complete a row, so that the change record has the final values.
    followWritesThatBypassDocuments(strapi, contentType);
  },
  /** Completes rows that Strapi has not written: from before the installation, from an import or a transfer, or from SQL. */
  async repair(strapi) {
    await getPublicationStatusService(strapi).fillIn();
    await getPublicationStatusService(strapi).followDefaultLocale();
    await fillInFirstPublished(strapi);
    await fillInCreators(strapi);
    await getSlugService(strapi).fillIn();
    await fillInTitleKeys(strapi);
  },
  workers: (strapi) => [{ start: () => warnOfUnservedAddress(strapi), stop: () => undefined }],
  sweeps: {
    botPublicationDetailSweep: (strapi) => getPublicationDetailService(strapi).sweep(),
    botMissingDraftSweep: (strapi) => getPublicationStatusService(strapi).makeMissingDrafts(),
  },
} satisfies Feature;
