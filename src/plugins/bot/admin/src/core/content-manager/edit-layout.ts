import type { EditLayout } from '@strapi/content-manager/strapi-admin';

type Field = EditLayout['layout'][number][number][number];

/** For the hook `mutate-edit-view-layout`: adds to attributes as the form shows them; their type stays as it is. */
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
