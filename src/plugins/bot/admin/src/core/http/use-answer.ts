import { adminApi } from '@strapi/strapi/admin';
import { useEffect, useSyncExternalStore } from 'react';

/** An RTK Query endpoint for the plugin's routes. An answer is cached while a component shows it. */
const { useBotAnswerQuery } = adminApi.injectEndpoints({
  endpoints: (builder) => ({
    botAnswer: builder.query<unknown, string>({
      query: (url) => ({ url, method: 'GET' }),
      transformResponse: ({ data }: { data: unknown }) => data,
      keepUnusedDataFor: 0,
    }),
  }),
});

const onVisibility = (listener: () => void): (() => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};
const isVisible = (): boolean => document.visibilityState === 'visible';

interface Options {
  /** Seconds between two requests while the page is visible; 0 for a single request. */
  seconds?: number;
  /** A value whose changes trigger a new request. */
  version?: unknown;
}

/**
 * Loads the answer of a plugin's route, and polls it while the page is visible.
 * @param address undefined to send no request
 * @returns `data` is undefined until the first answer, and without permission
 */
export const useAnswer = <Data>(
  address: string | undefined,
  { seconds = 0, version }: Options = {}
) => {
  const isSeen = useSyncExternalStore(onVisibility, isVisible);
  const { currentData, error, refetch, isUninitialized } = useBotAnswerQuery(address ?? '', {
    skip: address === undefined,
    pollingInterval: isSeen ? seconds * 1000 : 0,
    refetchOnMountOrArgChange: true,
  });

  const reload = async (): Promise<void> => {
    if (!isUninitialized) await refetch();
  };
  useEffect(() => {
    if (isSeen) void reload();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- avoids a second request while one is pending
  }, [isSeen, version]);

  return {
    data: (currentData ?? undefined) as Data | undefined,
    hasFailed: error !== undefined,
    reload,
  };
};
