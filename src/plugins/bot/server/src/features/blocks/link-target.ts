/** The protocols that Strapi's validator of blocks takes. */
const PROTOCOLS = new Set(['http:', 'https:', 'ftp:', 'mailto:', 'tel:']);

/** Whether Strapi lets a link in blocks lead there: to a whole address, or a path from the root. */
export const isLinkTarget = (url: string): boolean => {
  const whole = url.startsWith('/') ? `https://example.org${url}` : url;
  return URL.canParse(whole) && PROTOCOLS.has(new URL(whole).protocol);
};
