import { forPublications } from '../../core/content-manager/publication';
import type { PanelFeature } from '../../core/feature';

import { DocumentNotice } from './document-notice';
import { ListNotice } from './list-notice';

/** What others do while somebody looks at a publication, or at the list. */
export const unreadChanges: PanelFeature = {
  name: 'unread-changes',
  editView: [forPublications(DocumentNotice)],
  listView: [forPublications(ListNotice)],
};
