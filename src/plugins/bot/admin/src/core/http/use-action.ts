import { useAPIErrorHandler, useNotification } from '@strapi/strapi/admin';
import { useState } from 'react';

type ApiError = Parameters<ReturnType<typeof useAPIErrorHandler>['_unstableFormatAPIError']>[0];

/**
 * Runs a request of the user and shows a notification with the result.
 * @param after runs at the end, after a success and after a failure
 */
export const useAction = (after?: () => Promise<unknown>) => {
  const { toggleNotification } = useNotification();
  const { _unstableFormatAPIError: formatError } = useAPIErrorHandler();
  const [isBusy, setIsBusy] = useState(false);

  /**
   * Runs one request.
   * @param success the notification, which may depend on the result of `work`
   */
  const run = async <Result>(
    work: () => Promise<Result>,
    success?: string | ((result: Result) => string)
  ): Promise<void> => {
    setIsBusy(true);
    try {
      const result = await work();
      const message = typeof success === 'function' ? success(result) : success;
      if (message !== undefined) toggleNotification({ type: 'success', message });
    } catch (error) {
      toggleNotification({ type: 'danger', message: formatError(error as ApiError) });
    } finally {
      setIsBusy(false);
      await after?.();
    }
  };
  return { isBusy, run };
};
