const withoutScheme = (url: string): string => url.replace(/^(?:https?:)?\/\/(?:www\.)?/i, '//');

/**
 * Creates a function that converts URLs of a website to paths from its root. The scheme, and `www.` before the host, make
 * no difference. Other URLs stay unchanged.
 * @param origin address of the website, with the path of its root; undefined for a function that changes nothing
 */
export const createPathOf = (origin?: string) => {
  const root = origin === undefined ? undefined : withoutScheme(origin).replace(/\/$/, '');
  return (url: string): string => {
    const plain = withoutScheme(url);
    if (root === undefined || !/^\/\//.test(root) || !plain.startsWith(root)) return url;
    const path = plain.slice(root.length);
    return path === '' || /^[?#]/.test(path) ? `/${path}` : path.startsWith('/') ? path : url;
  };
};
