/** The absolute URL of a path of the server. A value that is a URL already is returned unchanged. */
export const backendAddress = (path: string): string => {
  const root: unknown = Reflect.get(window.strapi, 'backendURL');
  const base = new URL(typeof root === 'string' ? root : '/', window.location.href);
  return URL.canParse(path) ? path : `${base.href.replace(/\/$/, '')}${path}`;
};
