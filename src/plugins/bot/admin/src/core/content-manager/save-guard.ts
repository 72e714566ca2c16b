/*
 * Leans on the endpoints of `@strapi/content-manager` 5.54, which are not documented; `enhanceEndpoints`
 * is Redux Toolkit's own way to change some. docs/upstream-faults.md says what is wrong with
 * them. `tests/panel/an-editors-day.test.ts` notices a change.
 */
import { adminApi } from '@strapi/strapi/admin';

import { setLoaded, withLoadedRevision } from './loaded-revision';
import { announceRefusedSave, type RefusedSave } from './refused-saves';
import { announceSaved, type EditedDocument } from './saves';

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

/** The panel translates a message `x` by its text `apiError.x`. */
const UNREACHABLE = 'bot.unreachable';
const FAILED = 'bot.failed';

/** What the server refuses a save with that was loaded from an earlier version. */
const CHANGED_SINCE = 'changed-since';

const isChangedSince = (thrown: unknown): boolean => {
  const details: unknown = Reflect.get(Object(Reflect.get(Object(thrown), 'error')), 'details');
  return Reflect.get(Object(details), 'code') === CHANGED_SINCE;
};

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
    : {
        ...error,
        name: 'ValidationError',
        message: messageOf(error),
        details: { code: Reflect.get(Object(error.details), 'code') as unknown },
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

  /** Has a save say which version its form was loaded from, and tells what became of it. */
  const tell =
    (of: { action?: RefusedSave['action']; collectionType?: string }) =>
    (endpoint: Endpoint | undefined) => {
      const guarded = keepOnError(endpoint);
      if (guarded === undefined) {
        return;
      }
      const { query } = guarded;
      if (of.action !== undefined && query !== undefined) {
        guarded.query = ({ data, ...saving }) =>
          query({ ...saving, ...(data && { data: withLoadedRevision(saving, data) }) });
      }
      guarded.onQueryStarted = async (saving, { queryFulfilled }) => {
        const { data = {} } = saving;
        try {
          const { data: answer } = await queryFulfilled;
          if (of.action !== undefined) {
            // Before the form takes what it holds for saved: it would show the old values until then.
            setLoaded(saving, answer?.data, of.action === 'update' ? data : undefined);
          }
        } catch (error) {
          // Any other error is told by whoever has asked for it.
          if (of.action !== undefined && isChangedSince(error)) {
            announceRefusedSave({ ...saving, action: of.action, data });
          }
          return;
        }
        announceSaved({
          ...saving,
          ...(of.collectionType && { collectionType: of.collectionType }),
        });
      };
    };

  api.enhanceEndpoints({
    endpoints: {
      createDocument: tell({ collectionType: 'collection-types' }),
      cloneDocument: tell({ collectionType: 'collection-types' }),
      publishDocument: tell({ action: 'publish' }),
      updateDocument: tell({ action: 'update' }),
    },
  });
};
