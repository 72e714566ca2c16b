import { useAPIErrorHandler, useNotification } from '@strapi/strapi/admin';
import { useState } from 'react';

/** Runs what a person has clicked, and says how it went. */
export const useAction = (after: () => Promise<void>) => {
  const { toggleNotification } = useNotification();
  const { _unstableFormatAPIError: formatError } = useAPIErrorHandler();
  const [isBusy, setIsBusy] = useState(false);

  const run = async (work: () => Promise<unknown>, success: string): Promise<void> => {
    setIsBusy(true);
    try {
      await work();
      toggleNotification({ type: 'success', message: success });
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
