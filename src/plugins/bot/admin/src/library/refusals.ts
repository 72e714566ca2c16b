import { sayNow } from '../text-now';

import { wordsOf, type Use } from './use';

interface Answer {
  error?: { message?: string; details?: Partial<Use> & { code?: string } };
}

const inUse = ({ error }: Answer): Use | undefined => {
  const { code, files, works } = error?.details ?? {};
  return code === 'file-in-use' && files && works ? { files, works } : undefined;
};

/**
 * Says in the panel's language why a file was not deleted. The Media Library shows what the server says as it is,
 * and the server does not know the language of the panel; so its answer is changed on the way. To be called once.
 */
export const translateRefusals = (): void => {
  const ask = window.fetch.bind(window);
  window.fetch = async (...request) => {
    const answer = await ask(...request);
    if (answer.status !== 400) {
      return answer;
    }
    const body = (await answer
      .clone()
      .json()
      .catch(() => ({}))) as Answer;
    const use = inUse(body);
    if (use === undefined) {
      return answer;
    }
    const message = sayNow('library.refused', { used: wordsOf(use) });
    const { status, statusText, headers } = answer;
    const translated = { ...body, error: { ...body.error, message } };
    return new Response(JSON.stringify(translated), { status, statusText, headers });
  };
};
