/** A field of the edit view, as far as it is looked at here; Strapi does not export the type. */
interface Field {
  attribute: { maxLength?: number; pluginOptions?: { bot?: { characters?: number } } };
}

interface EditLayout {
  layout: Field[][][];
}

/** The limit of a title in characters, as the server counts, in place of the one that Strapi's validator has. */
const inCharacters = <One extends Field>(field: One): One => {
  const characters = field.attribute.pluginOptions?.bot?.characters;
  return characters === undefined
    ? field
    : { ...field, attribute: { ...field.attribute, maxLength: characters } };
};

/** For the hook `mutate-edit-view-layout`: the hint under a title tells its true limit. */
export const tellTitleLimit = <Layout extends EditLayout>({ layout }: { layout: Layout }) => ({
  layout: {
    ...layout,
    layout: layout.layout.map((panel) => panel.map((row) => row.map(inCharacters))),
  },
});
