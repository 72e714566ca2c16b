import type { EditLayout } from '@strapi/content-manager/strapi-admin';

type Field = EditLayout['layout'][number][number][number];

/**
 * A handler for the hook `mutate-edit-view-layout` that adds properties to attributes in the form. The content type
 * itself does not change.
 */
export const addToAttributes =
  (added: (field: Field, options: EditLayout['options']) => object | undefined) =>
  ({ layout }: { layout: EditLayout }): { layout: EditLayout } => {
    const change = (field: Field): Field =>
      ({
        ...field,
        attribute: { ...field.attribute, ...added(field, layout.options) },
      }) as Field;
    const panels = layout.layout.map((panel) => panel.map((row) => row.map(change)));
    return { layout: { ...layout, layout: panels } };
  };
