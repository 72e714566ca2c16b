/*
 * Leans on the endpoints of `@strapi/content-manager` 5.54, which are not documented; `enhanceEndpoints`
 * is Redux Toolkit's own way to change some. docs/upstream-faults.md says what is wrong with
 * them. `tests/panel/an-editors-day.long.test.ts` notices a change.
 */
import { adminApi } from '@strapi/strapi/admin';
import get from 'lodash/get';

import { loadedText } from '../texts/languages';
import { text } from '../texts/texts';

import { setLoaded, withLoadedRevision } from './loaded-revision';
import { pathOf, refused, saved, type EditedDocument, type RefusedSave } from './saves';

/** What the panel knows of a request that failed. */
interface RequestError {
  name?: string;
  message?: string;
  status?: number;
  details?: unknown;
}

interface Lifecycle {
  queryFulfilled: Promise<{ data?: { data?: object } }>;
}

interface Saving extends EditedDocument {
  data?: object;
  params?: object;
}

type Tags = (result: unknown, error: unknown, saving: Saving) => unknown[];

/** An endpoint of Redux Toolkit's, as far as it is looked at here. */
interface Endpoint {
  query?: (saving: Saving) => unknown;
  invalidatesTags?: Tags;
  onQueryStarted?: (saving: Saving, lifecycle: Lifecycle) => Promise<void>;
  transformErrorResponse?: (error: RequestError) => RequestError;
}

interface ContentManagerApi {
  enhanceEndpoints(change: {
    endpoints: Record<string, (endpoint: Endpoint | undefined) => void>;
  }): unknown;
}

/** What is said in place of a status alone, also where a proxy has answered. */
const WORDS: Readonly<Record<number, string>> = {
  403: 'bot.forbidden',
  409: 'bot.changed-since',
  413: 'bot.too-large',
};

/** The panel translates a message `x` by its text `apiError.x`. */
const messageOf = ({ message, status }: RequestError): string | undefined => {
  if (status === undefined) return 'bot.unreachable';
  if (status >= 500) return 'bot.failed';
  return WORDS[status] ?? message;
};

const TOO_LONG = /^\S+ must be at most (\d+) characters$/;

/** What the site says in English of a text that is too long, in the language of the panel. */
const inLanguage = (error: RequestError): RequestError => {
  const { message = '' } = error;
  const [, max] = TOO_LONG.exec(message) ?? [];
  if (max === undefined) return error;
  return { ...error, message: loadedText(text('apiError.too-long')).replace('{max}', max) };
};

/**
 * The edit view lets what was typed stand only after a `ValidationError`. After any other error it
 * takes the form for saved, and shows the old values. So each error comes as one; one without fields
 * marks none.
 */
const asValidationError = (error: RequestError): RequestError => {
  const errors: unknown = get(error, 'details.errors');
  if (error.name === 'ValidationError' && Array.isArray(errors)) {
    const details = { errors: (errors as RequestError[]).map(inLanguage) };
    return { ...inLanguage(error), details };
  }
  const code: unknown = get(error, 'details.code');
  // The form joins what it takes for the messages of each field.
  const details = code === undefined ? {} : { code: [code] };
  return { ...error, name: 'ValidationError', message: messageOf(error), details };
};

/** Has a save say which version its form was loaded from, and tells what became of it. */
const guard =
  (of: { action?: RefusedSave['action']; collectionType?: string }) =>
  (endpoint: Endpoint | undefined): void => {
    if (endpoint === undefined) return;
    const { invalidatesTags, query } = endpoint;
    endpoint.transformErrorResponse = asValidationError;
    if (typeof invalidatesTags === 'function') {
      endpoint.invalidatesTags = (result, error, saving) =>
        error ? [] : invalidatesTags(result, error, saving);
    }
    if (of.action !== undefined && query !== undefined) {
      endpoint.query = ({ data, ...saving }) =>
        query({ ...saving, ...(data && { data: withLoadedRevision(saving, data) }) });
    }
    endpoint.onQueryStarted = async (saving, { queryFulfilled }) => {
      const { data = {} } = saving;
      try {
        const { data: answer } = await queryFulfilled;
        if (of.action !== undefined) {
          // Before the form takes what it holds for saved: it would show the old values until then.
          setLoaded(saving, answer?.data, of.action === 'update' ? data : undefined);
        }
        saved.announce(pathOf({ ...saving, ...of }));
      } catch (thrown) {
        // Any other error is told by whoever has asked for it.
        const isConflict = String(get(thrown, 'error.details.code')) === 'changed-since';
        if (of.action !== undefined && isConflict) {
          refused.announce({ ...saving, action: of.action, data });
        }
      }
    };
  };

/**
 * Keeps in the form what a failed save has not saved, for every content type.
 *
 * Strapi writes what is about to be saved into what it knows of the document, takes it back when the
 * save fails, and asks for the document anew: each puts the old values into the form. Here the
 * document changes when it has been saved, and not before. To be called once, when the Content
 * Manager is loaded.
 */
export const guardSaves = (): void => {
  const api = adminApi as unknown as ContentManagerApi;
  api.enhanceEndpoints({
    endpoints: {
      createDocument: guard({ collectionType: 'collection-types' }),
      cloneDocument: guard({ collectionType: 'collection-types' }),
      publishDocument: guard({ action: 'publish' }),
      updateDocument: guard({ action: 'update' }),
    },
  });
};
