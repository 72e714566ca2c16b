import { createHash } from 'node:crypto';

/**
 * What stands in the places of a page's pictures until those are loaded: in the style of the page, as the security
 * policy forbids style attributes.
 */
export const createPlaceholders = () => {
  const classes = new Map<string, string>();
  return {
    /** The class that shows a picture of a few pixels, a WebP in Base64: of one picture everywhere the same. */
    classOf(picture: string): string {
      const name = `p${createHash('sha1').update(picture).digest('hex').slice(0, 6)}`;
      classes.set(name, picture);
      return name;
    },
    /** The style of all classes that were given; empty if there are none. */
    style: (): string =>
      [...classes]
        .map(
          ([name, picture]) =>
            `.${name}{background:url(data:image/webp;base64,${picture}) center/cover}`
        )
        .join('\n'),
  };
};

export type Placeholders = ReturnType<typeof createPlaceholders>;
