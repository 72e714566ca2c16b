/*
 * Relies on: the keys and values that `@strapi/admin` 5.54 stores in `localStorage` for its guided tour and its banner.
 * Breaks if: the keys change; Strapi then shows the tour and the banner.
 * Checked by: no test
 */
import type { StrapiApp } from '@strapi/strapi/admin';

import { hintInWords, LABELS } from './labels/labels';

interface Field {
  hint?: string;
}

/** The layout of the edit view in the hook `mutate-edit-view-layout`. Strapi does not export the type. */
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

/** The key of `localStorage` that has the progress in Strapi's guided tour. This site hides the tour. */
const TOUR = 'STRAPI_GUIDED_TOUR';
/**
 * The keys of `localStorage` that hide Strapi's banner in the Media Library. Strapi appends the site's id: `undefined`
 * until the panel has loaded the id, `false` for a site without an id.
 */
const BANNERS = ['undefined', 'false'].map(
  (site) => `STRAPI_MEDIA_LIBRARY_BANNER_DISMISSED_FOR_false:${site}`
);
const NO_TOUR = { tours: {}, enabled: false, hidden: true, completedActions: [] };

/** The configuration of the panel: the languages of the plugin's texts, and no advertisements of Strapi. */
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
