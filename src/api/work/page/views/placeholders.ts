/** What stands in the places of a page's pictures until those are loaded. */
export interface Placeholders {
  /** The class that shows a picture of a few pixels: a WebP in Base64. */
  classOf(picture: string): string;
  /** The style of all classes that were given; empty if there are none. */
  style(): string;
}

/** In the style of the page, as the security policy forbids style attributes. */
export const createPlaceholders = (): Placeholders => {
  const classes = new Map<string, string>();
  return {
    classOf(picture) {
      const name = classes.get(picture) ?? `p${classes.size}`;
      classes.set(picture, name);
      return name;
    },
    style: () =>
      [...classes]
        .map(
          ([picture, name]) =>
            `.${name}{background:url(data:image/webp;base64,${picture}) center/cover}`
        )
        .join('\n'),
  };
};
