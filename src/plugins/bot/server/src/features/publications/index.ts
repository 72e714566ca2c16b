/** What other rooms may use of publications. */
export { getCascadeService } from './cascade/cascade';
export { createBodyForm } from './content-type/body';
export { fieldColumns } from './content-type/columns';
export { readColumn } from '../fields/columns';
export { titleHas } from './filters/title-has';
export { createFieldForm } from '../fields/form';
export {
  planFields,
  type ColumnField,
  type ComponentField,
  type Field,
  type RelationField,
} from '../fields/plan';
export { createMediaForm } from './content-type/media';
export { getPublicationDetailService } from './details/details';
export { validateSchedule } from '../schedule/schedule';
export { isKnownAsDraft } from '../former-addresses/middleware';
export { validateDeletedQuery } from './requests/deleted-query';
export { getFileUseService, type UsedFile } from './uses/file-uses';
export { getUsingWorksService, type UsingWork } from './uses/using-works';
export { isLocalized } from './locales';
export { isBlank } from './slug/slug';
export { getPreviewService } from '../preview/preview';
export {
  MADE_BY_COLUMN,
  PUBLIC_VERSION,
  REVISION_COLUMN,
  STATUS_ATTRIBUTE,
  STATUS_COLUMN,
} from './status/columns';
export { getPublicationReaderService } from './reader';
export { tellTextsBefore } from './references/on-write';
export { getTrashService } from '../trash/trash';
export { getPublicationService } from './writer';
export { findLeftFiles, type LeftFile } from './uses/left-files';
