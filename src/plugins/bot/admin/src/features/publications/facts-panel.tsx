import type { PublicationFacts } from '@fleet-bot/protocol';
import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { Box, Button, Flex, LinkButton, Typography } from '@strapi/design-system';
import { Duplicate, ExternalLink } from '@strapi/icons';

import { Fact } from '../../core/components/card';
import { SecondaryTypography } from '../../core/components/secondary-typography';
import { useCopy } from '../../core/components/use-copy';
import { FlexColumn } from '../../core/components/flex-column';
import { useAnswer } from '../../core/http/use-answer';
import { useText } from '../../core/texts/texts';

import { Files } from './files';
import { FirstPublish } from './first-publish';

const Address = ({ url }: { url: string }) => {
  const { t } = useText();
  const copy = useCopy();
  return (
    <Fact name={t('work.address')}>
      <Typography tag="p">{url}</Typography>
      <Flex gap={2} paddingTop={2} wrap="wrap">
        <LinkButton
          href={url}
          target="_blank"
          rel="noopener"
          variant="tertiary"
          endIcon={<ExternalLink />}
        >
          {t('work.open')}
        </LinkButton>
        <Button
          variant="tertiary"
          endIcon={<Duplicate />}
          onClick={() => copy(url, t('work.copied'))}
        >
          {t('work.copy')}
        </Button>
      </Flex>
    </Fact>
  );
};

interface FactsProps {
  facts: PublicationFacts;
  address: string;
  reload: () => Promise<void>;
}

/** Facts about a publication that are not fields of its form. */
const FactList = ({ facts, ...source }: FactsProps) => {
  const { madeBy, externalId, url, files, firstPublishedAt, canPublish } = facts;
  const { t, formatDateTime } = useText();
  const creator = () => {
    if (madeBy.who === 'bot') return t('work.by-bot');
    if (madeBy.who !== 'editor') return t('work.by-others');
    return madeBy.name === null
      ? t('work.by-a-person')
      : t('work.by-editor', { name: madeBy.name });
  };
  return (
    <FlexColumn gap={3} width="100%">
      <Box>
        <Typography tag="p">{creator()}</Typography>
        <SecondaryTypography>{formatDateTime(madeBy.at)}</SecondaryTypography>
      </Box>
      <FirstPublish {...{ firstPublishedAt, canPublish, ...source }} />
      {externalId !== null && (
        <Fact name={t('work.external-id')}>
          <Typography tag="p">{externalId}</Typography>
        </Fact>
      )}
      {url !== null && <Address url={url} />}
      {files.length > 0 && (
        <Fact name={t('work.files')}>
          <Files files={files} marksTextless />
        </Fact>
      )}
    </FlexColumn>
  );
};

/** A side panel of a publication: creator, date of the first publish, public URL and files. */
export const FactsPanel: PanelComponent = ({ documentId, model, document }) => {
  const { t } = useText();
  const address = `/bot/works/${model}/${documentId}`;
  const version = `${document?.updatedAt} ${document?.publishedAt}`;
  const { data, reload } = useAnswer<PublicationFacts>(documentId && address, { version });
  return data === undefined
    ? null
    : { title: t('work.title'), content: <FactList facts={data} {...{ address, reload }} /> };
};
