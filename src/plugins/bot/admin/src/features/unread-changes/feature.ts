import { forPublications } from '../../core/content-manager/publication';
import type { PanelFeature } from '../../core/feature';

import { DocumentNotice } from './document-notice';
import { ListNotice } from './list-notice';

/** Shows changes by others while a publication or the list is open. */
export const unreadChanges: PanelFeature = {
  name: 'unread-changes',
  editView: [forPublications(DocumentNotice)],
  listView: [forPublications(ListNotice)],
};
