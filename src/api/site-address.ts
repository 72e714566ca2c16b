/** Converts paths of the site into URLs for links. */
export interface SiteAddress {
  /** URL path for a path of the site: `/works` becomes `/blog/works` on a site below `/blog`. */
  path(sitePath: string): string;
  /** Absolute URL for a path of the site. */
  absolute(sitePath: string): string;
  /**
   * Resolves an address found in content: a path of the site, or an absolute http(s) URL.
   * @returns the parsed URL, or null for anything else.
   */
  resolve(reference: string): URL | null;
  /**
   * Value for a `src` or `href` attribute. URLs of the site itself lose their host, so that they work under any host
   * name that the page was opened with.
   */
  reference(address: URL): string;
  /** Whether a URL is on the site's own host. */
  isOwn(address: URL): boolean;
}

/**
 * Creates the URL helper of a site.
 * @param publicUrl absolute http(s) URL at which readers reach the site.
 * @param isAbsolute whether `reference` returns URLs with the host, for feed readers and other readers outside the
 * site.
 * @throws TypeError if `publicUrl` is not an absolute URL.
 */
export const createSiteAddress = (
  publicUrl: string,
  { isAbsolute = false }: { isAbsolute?: boolean } = {}
): SiteAddress => {
  const base = new URL(publicUrl);
  const basePath = base.pathname.replace(/\/+$/, '');

  const path = (sitePath: string): string => `${basePath}${sitePath}`;
  const isOwn = (address: URL): boolean => address.origin === base.origin;

  return {
    path,
    absolute: (sitePath) => `${base.origin}${path(sitePath)}`,
    resolve(reference) {
      const isSitePath = reference.startsWith('/') && !reference.startsWith('//');
      const target = isSitePath ? path(reference) : reference;
      if (!URL.canParse(target, base.origin)) return null;
      const address = new URL(target, base.origin);
      return /^https?:$/.test(address.protocol) ? address : null;
    },
    reference: (address) =>
      isOwn(address) && !isAbsolute
        ? `${address.pathname}${address.search}${address.hash}`
        : address.href,
    isOwn,
  };
};
