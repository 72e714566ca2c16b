/** A step in a path: no browser asks for it. */
const STEP = /^\.+$/;

/**
 * Whether the address that a slug makes is that of something else, in whatever case, as in routes.
 * @param reserved slugs, and with `*` before them the ends of slugs
 */
export const isReservedAmong =
  (reserved: readonly string[]) =>
  (slug: string): boolean => {
    const asked = slug.toLowerCase();
    return (
      STEP.test(slug) ||
      reserved.some((entry) => {
        const name = entry.toLowerCase();
        return name.startsWith('*') ? asked.endsWith(name.slice(1)) : asked === name;
      })
    );
  };
