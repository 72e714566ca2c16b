import { EnvironmentError, flag, text, webAddress } from './read';

/** Format of a key in the IndexNow protocol: https://www.indexnow.org/documentation. */
const KEY = /^[A-Za-z0-9-]{8,128}$/;
const DEFAULT_ENDPOINT = 'https://api.indexnow.org/indexnow';

/**
 * IndexNow endpoint and key. The key is empty if IndexNow is not used or search engines are switched off.
 * @throws EnvironmentError for an invalid key
 */
export const indexNow = () => {
  const key = text('INDEXNOW_KEY');
  if (key !== '' && !KEY.test(key)) {
    throw new EnvironmentError(
      `INDEXNOW_KEY must be 8 to 128 letters, digits and dashes; this prints one: ` +
        `node -p "crypto.randomBytes(16).toString('hex')"`
    );
  }
  const isIndexable = flag('SEARCH_ENGINES', true);
  const isEnabled = isIndexable && key !== '';
  const endpoint = (isEnabled && webAddress('INDEXNOW_ENDPOINT')) || DEFAULT_ENDPOINT;
  return { key: isEnabled ? key : '', endpoint };
};
