import type { StrapiApp } from '@strapi/strapi/admin';

import { hintInWords, LABELS } from './labels/labels';

interface Field {
  hint?: string;
}

/** The edit view as Strapi's hook `mutate-edit-view-layout` passes it. Strapi does not export this type. */
interface EditLayout {
  components: Record<string, { layout: Field[][] }>;
  layout: Field[][][];
}

const inWords = (row: Field[]): Field[] =>
  row.map((field) => (field.hint ? { ...field, hint: hintInWords(field.hint) } : field));

const hintsInWords = ({ layout }: { layout: EditLayout }) => ({
  layout: {
    ...layout,
    layout: layout.layout.map((panel) => panel.map(inWords)),
    components: Object.fromEntries(
      Object.entries(layout.components).map(([uid, component]) => [
        uid,
        { ...component, layout: component.layout.map(inWords) },
      ])
    ),
  },
});

/** Local storage key of the progress in Strapi's guided tour, which this site hides. */
const TOUR = 'STRAPI_GUIDED_TOUR';
/** Local storage keys that mark Strapi's Media Library banner as dismissed, before and after the site has loaded. */
const BANNERS = ['undefined', 'false'].map(
  (site) => `STRAPI_MEDIA_LIBRARY_BANNER_DISMISSED_FOR_false:${site}`
);
const NO_TOUR = { tours: {}, enabled: false, hidden: true, completedActions: [] };

/** Translates the panel into the languages of the plugin's texts, and hides Strapi's tour, banner and news. */
export default {
  config: {
    locales: ['ar', 'de', 'fr', 'uk'],
    translations: LABELS,
    tutorials: false,
    notifications: { releases: false },
  },

  register(): void {
    const kept = window.localStorage;
    if (kept.getItem(TOUR) === null) {
      kept.setItem(TOUR, JSON.stringify(NO_TOUR));
    }
    BANNERS.forEach((banner) => kept.setItem(banner, 'true'));
  },

  bootstrap(app: StrapiApp): void {
    app.registerHook('Admin/CM/pages/EditView/mutate-edit-view-layout', hintsInWords);
  },
};
