/** Public interface of the publications feature for other features. */
export { publicationAnswer, storedPublicationAnswer } from './answers';
export { beforeDeletion } from './cascade/cascade';
export { changeOf } from './changes/events';
export { detailsOf, entriesOf, withoutRecording } from './changes/writes';
export { createBodyForm } from './content-type/body';
export { setPanelLabels } from './content-type/columns';
export { fieldColumns } from './content-type/columns';
export { findOtherOwner, withExternalId } from './details/claim-external-id';
export {
  getPublicationDetailService,
  publicationDetails,
  textOfMilliseconds,
  type DetailRow,
} from './details/details';
export { validateSchedule } from './details/details';
export {
  daysInTrash,
  formerSlugsOf,
  hasPreviews,
  publicationPurged,
  isRestorable,
  isSearched,
  publicationsWith,
  scheduleChanged,
  schedulesAreCarriedOut,
} from './events';
export { titleHas } from './filters/title-key';
export { addToPublicationList } from './panel/list';
export { areEditorsProtected, beforeUncheckedWrite } from './precondition';
export { getPublicationReaderService, readPublication, type FoundPublication } from './reader';
export { validateDeletedQuery } from './requests/list-query';
export { siteOf } from './requests/list-query';
export { createPublicSlugs } from './slug/slug';
export { getSlugService, isBlank } from './slug/slug';
export {
  MADE_BY_ATTRIBUTE,
  MADE_BY_COLUMN,
  PUBLIC_VERSION,
  REVISION_ATTRIBUTE,
  REVISION_COLUMN,
  STATUS_ATTRIBUTE,
  STATUS_COLUMN,
} from './status/columns';
export { createFirstPublished } from './status/first-published';
export { createPublicationStatus } from './status/writes';
export { findLeftFiles, type LeftFile } from './uses/left-files';
export { getPublicationService } from './writer';
