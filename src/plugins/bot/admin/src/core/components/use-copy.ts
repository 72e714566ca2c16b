import { useClipboard, useNotification } from '@strapi/strapi/admin';

/** Returns a function that copies a text to the clipboard and shows a notification. */
export const useCopy = () => {
  const { copy } = useClipboard();
  const { toggleNotification } = useNotification();
  return async (text: string, message: string): Promise<void> => {
    if (await copy(text)) toggleNotification({ type: 'success', message });
  };
};
