import { forPublications } from '../../core/content-manager/publication';
import type { PanelFeature } from '../../core/feature';

import { tellConsequences } from './deletion';
import { FactsPanel } from './facts-panel';
import { firstPublishColumn } from './first-publish';
import { actorColumns, makerFilter, StickyStatus } from './list';
import { ReadOnlyNotice, whileOneMayChange } from './read-only';
import { SlugRules } from './slug/slug-rules';
import { whileSlugIsFree } from './slug/unavailable';
import { tellTitleLimit } from './title-limit';

/** Additions to the edit view and the list of publications. */
export const publications: PanelFeature = {
  name: 'publications',
  editView: [forPublications(ReadOnlyNotice), forPublications(SlugRules)],
  listView: [forPublications(StickyStatus)],
  sidePanels: [FactsPanel],
  documentActions: (actions) => tellConsequences(whileOneMayChange(whileSlugIsFree(actions))),
  bulkActions: tellConsequences,
  columns: [...actorColumns, firstPublishColumn],
  filters: () => [makerFilter()],
  editLayout: tellTitleLimit,
};
