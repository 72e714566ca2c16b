/*
 * Relies on: the undocumented endpoints of `@strapi/content-manager` 5.54, changed with Redux Toolkit's
 * `enhanceEndpoints` because of the faults in docs/upstream-faults.md.
 * Breaks if: the endpoints that save documents get other names or arguments.
 * Checked by: `tests/panel/an-editors-day.long.test.ts`
 */
import { adminApi } from '@strapi/strapi/admin';
import get from 'lodash/get';

import { loadedText } from '../texts/languages';
import { text } from '../texts/texts';

import { setLoaded, withLoadedRevision } from './loaded-revision';
import { pathOf, refused, saved, type EditedDocument, type RefusedSave } from './saves';

/** A failed request, as the panel reports it. */
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

/** An endpoint of Redux Toolkit, reduced to the properties used here. */
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

/** Keys of messages for errors that only have a status, such as those of a proxy. */
const MESSAGES: Readonly<Record<number, string>> = {
  403: 'bot.forbidden',
  409: 'bot.changed-since',
  413: 'bot.too-large',
};

/** The key of an error's message, for the form. The panel shows the translation of `apiError.<key>`. */
const messageOf = ({ message, status }: RequestError): string | undefined => {
  if (status === undefined) return 'bot.unreachable';
  if (status >= 500) return 'bot.failed';
  return MESSAGES[status] ?? message;
};

const TOO_LONG = /^\S+ must be at most (\d+) characters$/;

/** Translates the server's English error for a text that is too long. */
const translateTooLong = (error: RequestError): RequestError => {
  const { message = '' } = error;
  const [, max] = TOO_LONG.exec(message) ?? [];
  if (max === undefined) return error;
  return { ...error, message: loadedText(text('apiError.too-long')).replace('{max}', max) };
};

/**
 * Turns each error into a `ValidationError`, because after any other error the edit view treats the form as saved and
 * shows the old values. If the error names no fields, the form marks no field as invalid.
 */
const asValidationError = (error: RequestError): RequestError => {
  const errors: unknown = get(error, 'details.errors');
  if (error.name === 'ValidationError' && Array.isArray(errors)) {
    const details = { errors: (errors as RequestError[]).map(translateTooLong) };
    return { ...translateTooLong(error), details };
  }
  const code: unknown = get(error, 'details.code');
  // The form joins these values into the message of each field.
  const details = code === undefined ? {} : { code: [code] };
  return { ...error, name: 'ValidationError', message: messageOf(error), details };
};

/** Changes an endpoint that saves a form: sends the revision that the form has loaded, and announces the outcome. */
const guardEndpoint =
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
          // The form resets to this document when it counts as saved, so it has to be current by then.
          setLoaded(saving, answer?.data, of.action === 'update' ? data : undefined);
        }
        saved.announce(pathOf({ ...saving, ...of }));
      } catch (thrown) {
        // The caller of the endpoint reports any other error.
        const isConflict = String(get(thrown, 'error.details.code')) === 'changed-since';
        if (of.action !== undefined && isConflict) {
          refused.announce({ ...saving, action: of.action, data });
        }
      }
    };
  };

/**
 * Keeps the values of a form after a failed save, for every content type. Call it once, when the Content Manager is
 * loaded.
 *
 * Strapi changes its cached document before the save, changes it back after a failure, and loads the document again.
 * Each of these three steps puts old values into the form. This function makes Strapi update the cached document only
 * after a successful save.
 */
export const guardSaves = (): void => {
  const api = adminApi as unknown as ContentManagerApi;
  api.enhanceEndpoints({
    endpoints: {
      createDocument: guardEndpoint({ collectionType: 'collection-types' }),
      cloneDocument: guardEndpoint({ collectionType: 'collection-types' }),
      publishDocument: guardEndpoint({ action: 'publish' }),
      updateDocument: guardEndpoint({ action: 'update' }),
    },
  });
};
