/** A path of the site as the panel asks for it; an address stays what it is. */
export const backendAddress = (path: string): string => {
  const root: unknown = Reflect.get(window.strapi, 'backendURL');
  const base = new URL(typeof root === 'string' ? root : '/', window.location.href);
  return URL.canParse(path) ? path : `${base.href.replace(/\/$/, '')}${path}`;
};
