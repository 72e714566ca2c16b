/*
 * Leans on the endpoints of `@strapi/content-manager` 5.54, which are not documented; `enhanceEndpoints`
 * is Redux Toolkit's own way to change some. docs/upstream-faults.md says what is wrong with
 * them. `tests/panel/an-editors-day.test.ts` notices a change.
 */
import { adminApi } from '@strapi/strapi/admin';

import { announceSaved, type EditedDocument } from './saves';

/** What the panel knows of a request that failed. */
interface RequestError {
  name?: string;
  message?: string;
  status?: number;
  details?: unknown;
}

interface Lifecycle {
  dispatch: (action: unknown) => unknown;
  queryFulfilled: Promise<unknown>;
}

interface Saving extends EditedDocument {
  data?: object;
  params?: object;
}

type Tags = (result: unknown, error: unknown, saving: Saving) => unknown[];

/** An endpoint of Redux Toolkit's, as far as it is looked at here. */
interface Endpoint {
  invalidatesTags?: Tags;
  onQueryStarted?: (saving: Saving, lifecycle: Lifecycle) => Promise<void>;
  transformErrorResponse?: (error: RequestError) => RequestError;
}

interface ContentManagerApi {
  enhanceEndpoints(change: {
    endpoints: Record<string, (endpoint: Endpoint | undefined) => void>;
  }): unknown;
  util: {
    updateQueryData(
      endpoint: 'getDocument',
      of: object,
      change: (answer: { data?: object }) => void
    ): unknown;
  };
}

/** The panel translates a message `x` by its text `apiError.x`. */
const UNREACHABLE = 'bot.unreachable';
const FAILED = 'bot.failed';

const hasFieldErrors = ({ name, details }: RequestError): boolean =>
  name === 'ValidationError' && Array.isArray(Reflect.get(Object(details), 'errors'));

const messageOf = ({ message, status }: RequestError): string | undefined => {
  if (status === undefined) {
    return UNREACHABLE;
  }
  return status >= 500 ? FAILED : message;
};

/**
 * The edit view lets what was typed stand only after a `ValidationError`. After any other error it
 * takes the form for saved, and shows the old values. So each error comes as one; one without fields
 * marks none.
 */
const asRefusal = (error: RequestError): RequestError =>
  hasFieldErrors(error)
    ? error
    : { ...error, name: 'ValidationError', message: messageOf(error), details: {} };

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

  const keepOnError = (endpoint: Endpoint | undefined): Endpoint | undefined => {
    if (endpoint === undefined) {
      return undefined;
    }
    const { invalidatesTags } = endpoint;
    if (typeof invalidatesTags === 'function') {
      endpoint.invalidatesTags = (result, error, saving) =>
        error ? [] : invalidatesTags(result, error, saving);
    }
    endpoint.transformErrorResponse = asRefusal;
    return endpoint;
  };

  const tell = (collectionType?: string) => (endpoint: Endpoint | undefined) => {
    const guarded = keepOnError(endpoint);
    if (guarded === undefined) {
      return;
    }
    guarded.onQueryStarted = async (saving, { queryFulfilled }) => {
      // The error is told by whoever has asked for it.
      await queryFulfilled.then(
        () => announceSaved({ ...saving, collectionType: collectionType ?? saving.collectionType }),
        () => undefined
      );
    };
  };

  api.enhanceEndpoints({
    endpoints: {
      createDocument: tell('collection-types'),
      cloneDocument: tell('collection-types'),
      publishDocument: tell(),
      updateDocument(endpoint) {
        const guarded = keepOnError(endpoint);
        if (guarded === undefined) {
          return;
        }
        guarded.onQueryStarted = async (saving, { dispatch, queryFulfilled }) => {
          const { data, ...of } = saving;
          try {
            await queryFulfilled;
          } catch {
            return;
          }
          // Before the form takes what it holds for saved: it would show the old values until then.
          dispatch(
            api.util.updateQueryData('getDocument', of, (answer) => {
              answer.data = Object.assign(answer.data ?? {}, data);
            })
          );
          announceSaved(saving);
        };
      },
    },
  });
};
