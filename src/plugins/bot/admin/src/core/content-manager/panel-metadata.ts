/** The attributes of a content type that hold a publication, by what they hold. */
export interface PublicationAttributes {
  title: string;
  slug: string;
  body: string;
  media: string;
}

/** Undefined of a content type that holds no publications; what the server's `tellPanel` has told. */
export const publicationAttributes = (
  contentType: { pluginOptions?: object } | undefined
): PublicationAttributes | undefined => {
  const told: unknown = Reflect.get(Object(contentType?.pluginOptions), 'bot');
  const attributes: unknown = Reflect.get(Object(told), 'attributes');
  return attributes as PublicationAttributes | undefined;
};
