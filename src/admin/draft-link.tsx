import { Button } from '@strapi/design-system';
import { Link as LinkIcon } from '@strapi/icons';
import { useClipboard, useFetchClient, useNotification } from '@strapi/strapi/admin';

interface DraftLinkProps {
  model: string;
  documentId: string;
}

/** Copies an address that shows the draft, as it was last saved, to people who cannot log in. */
export const DraftLink = ({ model, documentId }: DraftLinkProps) => {
  const { get } = useFetchClient();
  const { copy } = useClipboard();
  const { toggleNotification } = useNotification();

  const copyLink = async (): Promise<void> => {
    try {
      const { data } = await get<{ data: { url: string } }>(
        `/content-manager/preview/url/${model}`,
        { params: { documentId, status: 'draft' } }
      );
      const { backendURL } = window.strapi as unknown as { backendURL: string };
      await copy(new URL(data.data.url, backendURL).href);
      toggleNotification({
        type: 'success',
        message: 'Copied. Whoever has the link can read the draft for a while.',
      });
    } catch {
      toggleNotification({ type: 'danger', message: 'The link could not be made.' });
    }
  };

  return (
    <Button variant="tertiary" startIcon={<LinkIcon />} fullWidth onClick={() => void copyLink()}>
      Copy draft link
    </Button>
  );
};
