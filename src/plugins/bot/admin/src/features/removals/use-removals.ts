import { useAPIErrorHandler, useFetchClient, useNotification } from '@strapi/strapi/admin';
import { useCallback, useEffect, useState } from 'react';
import { useIntl } from 'react-intl';

import { text } from '../../core/texts/text';

/** Stored bytes without an owner, of one file or of all files of one deletion. */
export interface Removal {
  id: number;
  objects: { hash: string; ext: string }[];
  dueAt: string;
  attempts: number;
  lastError: string | null;
  stuckSince: string | null;
}

/** What `GET /bot/removals` tells: the oldest removals of each kind. */
export interface RemovalOverview {
  waiting: Removal[];
  stuck: Removal[];
}

const ADDRESS = '/bot/removals';

/** The removals as they were when last asked for, and a way to try again what was given up. */
export const useRemovals = () => {
  const { get, post } = useFetchClient();
  const { toggleNotification } = useNotification();
  const { _unstableFormatAPIError: formatError } = useAPIErrorHandler();
  const intl = useIntl();
  const [overview, setOverview] = useState<RemovalOverview>();
  const [failed, setFailed] = useState(false);
  const [isRetrying, setIsRetrying] = useState(false);

  const ask = useCallback(async (): Promise<RemovalOverview> => {
    const { data } = await get<{ data: RemovalOverview }>(ADDRESS);
    return data.data;
  }, [get]);

  useEffect(() => {
    ask().then(setOverview, () => setFailed(true));
  }, [ask]);

  const retry = async (): Promise<void> => {
    setIsRetrying(true);
    try {
      await post(`${ADDRESS}/retry`);
      toggleNotification({
        type: 'success',
        message: intl.formatMessage(text('removals.retried')),
      });
      setOverview(await ask());
    } catch (error) {
      const message = formatError(error as Parameters<typeof formatError>[0]);
      toggleNotification({ type: 'danger', message });
    } finally {
      setIsRetrying(false);
    }
  };

  return { overview, failed, isRetrying, retry };
};
