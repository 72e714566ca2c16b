import { useAPIErrorHandler, useNotification } from '@strapi/strapi/admin';
import { useState } from 'react';

/** Runs what a person has clicked, and says how it went. */
export const useAction = (after: () => Promise<void>) => {
  const { toggleNotification } = useNotification();
  const { _unstableFormatAPIError: formatError } = useAPIErrorHandler();
  const [isBusy, setIsBusy] = useState(false);

  /** @param success what is said then, which may depend on what `work` gives */
  const run = async <Result>(
    work: () => Promise<Result>,
    success: string | ((result: Result) => string)
  ): Promise<void> => {
    setIsBusy(true);
    try {
      const result = await work();
      const message = typeof success === 'string' ? success : success(result);
      toggleNotification({ type: 'success', message });
    } catch (error) {
      const message = formatError(error as Parameters<typeof formatError>[0]);
      toggleNotification({ type: 'danger', message });
    } finally {
      setIsBusy(false);
      await after();
    }
  };
  return { isBusy, run };
};
