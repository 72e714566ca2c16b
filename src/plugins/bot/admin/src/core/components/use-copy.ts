import { useClipboard, useNotification } from '@strapi/strapi/admin';

/** Copies a text, and says so. */
export const useCopy = () => {
  const { copy } = useClipboard();
  const { toggleNotification } = useNotification();
  return async (text: string, message: string): Promise<void> => {
    if (await copy(text)) toggleNotification({ type: 'success', message });
  };
};
