import type { EditLayout } from '@strapi/content-manager/strapi-admin';

type Field = EditLayout['layout'][number][number][number];

/** The limit of a title in characters, as the server counts, in place of the one that Strapi's validator has. */
const inCharacters = (field: Field): Field => {
  const metadata: unknown = Reflect.get(Object(field.attribute.pluginOptions), 'bot');
  const maxLength: unknown = Reflect.get(Object(metadata), 'characters');
  return maxLength === undefined
    ? field
    : ({ ...field, attribute: { ...field.attribute, maxLength } } as Field);
};

/** For the hook `mutate-edit-view-layout`: the hint under a title tells its true limit. */
export const tellTitleLimit = ({ layout }: { layout: EditLayout }): { layout: EditLayout } => ({
  layout: {
    ...layout,
    layout: layout.layout.map((panel) => panel.map((row) => row.map(inCharacters))),
  },
});
