import { EnvironmentError, flag, text, webAddress } from './read';

/** Of search engines' protocol: https://www.indexnow.org/documentation. */
const KEY = /^[A-Za-z0-9-]{8,128}$/;
const EVERYBODY = 'https://api.indexnow.org/indexnow';

/** Who is told of public pages, and the key that shows that it is this site; empty where none are. */
export const indexNow = () => {
  const key = text('INDEXNOW_KEY');
  if (key !== '' && !KEY.test(key)) {
    throw new EnvironmentError(
      `INDEXNOW_KEY must be 8 to 128 letters, digits and dashes; this prints one: ` +
        `node -p "crypto.randomBytes(16).toString('hex')"`
    );
  }
  const isWelcome = flag('SEARCH_ENGINES', true);
  const isTold = isWelcome && key !== '';
  const endpoint = (isTold && webAddress('INDEXNOW_ENDPOINT')) || EVERYBODY;
  return { key: isTold ? key : '', endpoint };
};
