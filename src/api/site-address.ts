/** Turns the places of the site into addresses for links. */
export interface SiteAddress {
  /** Path of a place of the site as a browser needs it: `/works` -> `/blog/works` on a site below `/blog`. */
  path(place: string): string;
  /** Absolute address of a place of the site. */
  absolute(place: string): string;
  /**
   * Resolves an address found in content: a path of the site, or an absolute http(s) address.
   * @returns the parsed address, or null if it is neither.
   */
  resolve(reference: string): URL | null;
  /**
   * What to write into `src` or `href`. Addresses of the site itself lose their host, so that
   * they work under whatever host name the page was opened.
   */
  reference(address: URL): string;
  /** Whether an address is on the site's own host. */
  isOwn(address: URL): boolean;
}

/**
 * @param publicUrl absolute http(s) address at which readers reach the site.
 * @param isWhole whether references keep the host, for readers who are on none of the site's.
 * @throws TypeError if it is not an absolute address.
 */
export const createSiteAddress = (
  publicUrl: string,
  { isWhole = false }: { isWhole?: boolean } = {}
): SiteAddress => {
  const base = new URL(publicUrl);
  const basePath = base.pathname.replace(/\/+$/, '');

  const path = (place: string): string => `${basePath}${place}`;
  const isOwn = (address: URL): boolean => address.origin === base.origin;

  return {
    path,
    absolute: (place) => `${base.origin}${path(place)}`,
    resolve(reference) {
      const isPlace = reference.startsWith('/') && !reference.startsWith('//');
      const target = isPlace ? path(reference) : reference;
      if (!URL.canParse(target, base.origin)) return null;
      const address = new URL(target, base.origin);
      return /^https?:$/.test(address.protocol) ? address : null;
    },
    reference: (address) =>
      isOwn(address) && !isWhole
        ? `${address.pathname}${address.search}${address.hash}`
        : address.href,
    isOwn,
  };
};
