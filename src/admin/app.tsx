import type { StrapiApp } from '@strapi/strapi/admin';

import { hintInWords, LABELS } from './labels/labels';

interface Field {
  hint?: string;
}

/** The edit view, as the hook `mutate-edit-view-layout` hands it on; Strapi does not export the type. */
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

/** Where the panel keeps how far a person has come in Strapi's tour, which is of no use here. */
const TOUR = 'STRAPI_GUIDED_TOUR';
/** What Strapi's banner of its Media Library is waved away with, on a site without and with an answer yet. */
const BANNERS = ['undefined', 'false'].map(
  (site) => `STRAPI_MEDIA_LIBRARY_BANNER_DISMISSED_FOR_false:${site}`
);
const NO_TOUR = { tours: {}, enabled: false, hidden: true, completedActions: [] };

/** The panel speaks what the plugin's texts are in, and advertises nothing. */
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
