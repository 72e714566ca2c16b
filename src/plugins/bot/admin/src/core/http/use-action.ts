import { useAPIErrorHandler, useNotification } from '@strapi/strapi/admin';
import { useState } from 'react';

type ApiError = Parameters<ReturnType<typeof useAPIErrorHandler>['_unstableFormatAPIError']>[0];

/**
 * Runs what a person has clicked, and says how it went.
 * @param after is run at the end, whatever came of it
 */
export const useAction = (after?: () => Promise<unknown>) => {
  const { toggleNotification } = useNotification();
  const { _unstableFormatAPIError: formatError } = useAPIErrorHandler();
  const [isBusy, setIsBusy] = useState(false);

  /** @param success what is said then, which may depend on what `work` gives */
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
