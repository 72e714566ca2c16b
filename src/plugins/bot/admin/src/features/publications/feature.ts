import { forPublications } from '../../core/content-manager/publication';
import type { PanelFeature } from '../../core/feature';

import { showConsequences } from './deletion';
import { FactsPanel } from './facts-panel';
import { firstPublishColumn } from './first-publish';
import { actorColumns, creatorFilter, StickyStatus } from './list';
import { ReadOnlyNotice, disableWithoutPermission } from './read-only';
import { SlugRules } from './slug/slug-rules';
import { disableForUnavailableSlug } from './slug/unavailable';
import { showTitleLimit } from './title-limit';

/** Panel feature for publications: additions to their edit view, list, side panel and actions. */
export const publications: PanelFeature = {
  name: 'publications',
  editView: [forPublications(ReadOnlyNotice), forPublications(SlugRules)],
  listView: [forPublications(StickyStatus)],
  sidePanels: [FactsPanel],
  documentActions: (actions) =>
    showConsequences(disableWithoutPermission(disableForUnavailableSlug(actions))),
  bulkActions: showConsequences,
  columns: [...actorColumns, firstPublishColumn],
  filters: () => [creatorFilter()],
  editLayout: showTitleLimit,
};
