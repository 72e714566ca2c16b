import { adminApi } from '@strapi/strapi/admin';
import { useEffect, useSyncExternalStore } from 'react';

/** What routes of the plugin answer, in the panel's own store as long as somebody shows it. */
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
  /** After how many it is asked again, while somebody looks; 0 for never. */
  seconds?: number;
  /** Asked again when it changes. */
  version?: unknown;
}

/**
 * What a route of the plugin answers.
 * @param address undefined to ask for nothing
 * @returns `data` is undefined as long as nothing is known, and where it may not be
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

  const again = async (): Promise<void> => {
    if (!isUninitialized) await refetch();
  };
  useEffect(() => {
    if (isSeen) void again();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a request that is under way is not made twice
  }, [isSeen, version]);

  return {
    data: (currentData ?? undefined) as Data | undefined,
    failed: error !== undefined,
    again,
  };
};
