/** Sets the URLs of all materials in a body. @param urls URLs by material ID */
export const withUrls = (value: unknown, urls: ReadonlyMap<unknown, string>): unknown => {
  if (typeof value !== 'object' || value === null || urls.size === 0) {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map((element) => withUrls(element, urls));
  }
  const entries = Object.entries(value).map(([name, part]) => [name, withUrls(part, urls)]);
  const url = urls.get(Reflect.get(value, 'id'));
  return { ...Object.fromEntries(entries), ...(url !== undefined && { url }) };
};
