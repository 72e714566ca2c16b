import type { PublicationFacts } from '@fleet-bot/protocol';
import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { Link } from '@strapi/icons';
import { useFetchClient } from '@strapi/strapi/admin';

import { ActionButton } from '../../core/components/action-button';
import { LongLabels } from '../../core/components/long-labels';
import { useCopy } from '../../core/components/use-copy';
import { useAnswer } from '../../core/http/use-answer';
import { useText } from '../../core/texts/texts';

/** A button that copies a link to the last saved draft, for people without an account. */
const DraftLink = ({ documentId }: { documentId: string }) => {
  const { t, formatDateTime } = useText();
  const { post } = useFetchClient();
  const copy = useCopy();

  const copyLink = async (): Promise<void> => {
    const address = `/bot/overview/works/${documentId}/preview`;
    const { data } = await post<{ data: { url: string; expiresAt: string } }>(address);
    const { url, expiresAt } = data.data;
    await copy(url, t('preview.copied', { until: formatDateTime(expiresAt) }));
  };
  return (
    <LongLabels>
      <ActionButton label={t('preview.copy')} startIcon={<Link />} fullWidth request={copyLink} />
    </LongLabels>
  );
};

/** A side panel of a publication that copies a link to the last draft, on sites that have a page for drafts. */
export const DraftLinkPanel: PanelComponent = ({ documentId, model }) => {
  const { t } = useText();
  const address = documentId && `/bot/works/${model}/${documentId}`;
  const { data } = useAnswer<PublicationFacts>(address);
  if (documentId === undefined || !data?.hasPreview) return null;
  return { title: t('preview.title'), content: <DraftLink documentId={documentId} /> };
};
