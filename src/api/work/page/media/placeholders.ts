import { createHash } from 'node:crypto';

/**
 * Collects the placeholders of a page's pictures. They are in the page's style sheet, because the security policy
 * forbids style attributes.
 */
export const createPlaceholders = () => {
  const classes = new Map<string, string>();
  return {
    /** Class name for a placeholder, a tiny WebP in Base64. The same picture always has the same name. */
    classOf(picture: string): string {
      const name = `p${createHash('sha1').update(picture).digest('hex').slice(0, 6)}`;
      classes.set(name, picture);
      return name;
    },
    /** Style sheet for all collected classes; empty if there are none. */
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
