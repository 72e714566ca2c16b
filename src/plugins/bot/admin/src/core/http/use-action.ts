import { useAPIErrorHandler, useNotification } from '@strapi/strapi/admin';
import { useState } from 'react';

type ApiError = Parameters<ReturnType<typeof useAPIErrorHandler>['_unstableFormatAPIError']>[0];

/**
 * Runs a request of the user and shows a notification with the result.
 * @param onSettled runs at the end, after a success and after a failure
 */
export const useAction = (onSettled?: () => Promise<unknown>) => {
  const { toggleNotification } = useNotification();
  const { _unstableFormatAPIError: formatError } = useAPIErrorHandler();
  const [isBusy, setIsBusy] = useState(false);

  /**
   * Runs one request.
   * @param successMessage the notification, which may depend on the result of `request`
   */
  const run = async <Result>(
    request: () => Promise<Result>,
    successMessage?: string | ((result: Result) => string)
  ): Promise<void> => {
    setIsBusy(true);
    try {
      const result = await request();
      const message =
        typeof successMessage === 'function' ? successMessage(result) : successMessage;
      if (message !== undefined) toggleNotification({ type: 'success', message });
    } catch (error) {
      toggleNotification({ type: 'danger', message: formatError(error as ApiError) });
    } finally {
      setIsBusy(false);
      await onSettled?.();
    }
  };
  return { isBusy, run };
};
