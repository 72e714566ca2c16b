import { Button } from '@strapi/design-system';
import { Link as LinkIcon } from '@strapi/icons';
import { useClipboard, useFetchClient, useNotification } from '@strapi/strapi/admin';
import { useIntl } from 'react-intl';

import { text } from '../text';

/** Copies an address that shows the draft, as it was last saved, to people who cannot log in. */
export const DraftLink = ({ documentId }: { documentId: string }) => {
  const intl = useIntl();
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
      const until = intl.formatDate(expiresAt, { dateStyle: 'medium', timeStyle: 'short' });
      const message = intl.formatMessage(text('work.draft-link.copied'), { until });
      toggleNotification({ type: 'success', message });
    } catch {
      toggleNotification({
        type: 'danger',
        message: intl.formatMessage(text('work.draft-link.failed')),
      });
    }
  };

  return (
    <Button variant="tertiary" startIcon={<LinkIcon />} fullWidth onClick={() => void copyLink()}>
      {intl.formatMessage(text('work.draft-link.copy'))}
    </Button>
  );
};
