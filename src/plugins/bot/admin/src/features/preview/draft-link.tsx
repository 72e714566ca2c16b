import { Button } from '@strapi/design-system';
import { Link as LinkIcon } from '@strapi/icons';
import { useClipboard, useFetchClient, useNotification } from '@strapi/strapi/admin';

import { useText } from '../../core/texts/use-text';

/** Copies an address that shows the draft, as it was last saved, to people who cannot log in. */
export const DraftLink = ({ documentId }: { documentId: string }) => {
  const { say, when } = useText();
  const { post } = useFetchClient();
  const { copy } = useClipboard();
  const { toggleNotification } = useNotification();

  const copyLink = async (): Promise<void> => {
    try {
      const { data } = await post<{ data: { url: string; expiresAt: string } }>(
        `/bot/overview/works/${documentId}/preview`
      );
      const { url, expiresAt } = data.data;
      await copy(url);
      const until = when(expiresAt);
      const message = say('work.draft-link.copied', { until });
      toggleNotification({ type: 'success', message });
    } catch {
      toggleNotification({
        type: 'danger',
        message: say('work.draft-link.failed'),
      });
    }
  };

  return (
    <Button variant="tertiary" startIcon={<LinkIcon />} fullWidth onClick={() => void copyLink()}>
      {say('work.draft-link.copy')}
    </Button>
  );
};
