import { Box, Button, Flex, LinkButton, Typography } from '@strapi/design-system';
import { Duplicate, ExternalLink } from '@strapi/icons';
import { useClipboard, useNotification } from '@strapi/strapi/admin';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';

import { text } from '../../core/texts/text';
import { useText } from '../../core/texts/use-text';

import { DraftLink } from '../preview/draft-link';
import { FileUses } from './file-uses';
import type { Work } from './work';

const makerText = ({ who, name }: Work['madeBy']) => {
  if (who === 'bot') return text('work.by-bot');
  if (who !== 'editor') return text('work.by-others');
  return text(name === null ? 'work.by-a-person' : 'work.by-editor');
};

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box>
    <Typography tag="h3" variant="pi" fontWeight="bold" textColor="neutral600">
      {label}
    </Typography>
    {children}
  </Box>
);

interface Props {
  documentId: string;
  work: Work;
}

/** What there is to know of a publication besides its fields. */
export const WorkFacts = ({ documentId, work }: Props) => {
  const intl = useIntl();
  const { when } = useText();
  const { copy } = useClipboard();
  const { toggleNotification } = useNotification();
  const { madeBy, externalId, url, hasPreview, files } = work;

  const copyAddress = async (address: string): Promise<void> => {
    if (await copy(address)) {
      toggleNotification({ type: 'success', message: intl.formatMessage(text('work.copied')) });
    }
  };

  return (
    <Flex direction="column" alignItems="stretch" gap={3} width="100%">
      <Box>
        <Typography tag="p">
          {intl.formatMessage(makerText(madeBy), { name: madeBy.name })}
        </Typography>
        <Typography tag="p" variant="pi" textColor="neutral600">
          {when(madeBy.at)}
        </Typography>
      </Box>
      {externalId !== null && (
        <Fact label={intl.formatMessage(text('work.external-id'))}>
          <Typography tag="p" style={{ overflowWrap: 'anywhere' }}>
            {externalId}
          </Typography>
        </Fact>
      )}
      {url !== null && (
        <Fact label={intl.formatMessage(text('work.address'))}>
          <Typography tag="p" style={{ overflowWrap: 'anywhere' }}>
            {url}
          </Typography>
          <Flex gap={2} paddingTop={2} wrap="wrap">
            <LinkButton
              href={url}
              target="_blank"
              rel="noopener"
              variant="tertiary"
              endIcon={<ExternalLink />}
            >
              {intl.formatMessage(text('work.open'))}
            </LinkButton>
            <Button
              variant="tertiary"
              endIcon={<Duplicate />}
              onClick={() => void copyAddress(url)}
            >
              {intl.formatMessage(text('work.copy'))}
            </Button>
          </Flex>
        </Fact>
      )}
      {hasPreview && <DraftLink documentId={documentId} />}
      {files.length > 0 && (
        <Fact label={intl.formatMessage(text('work.files'))}>
          <Flex tag="ul" direction="column" alignItems="stretch" gap={2}>
            {files.map((file) => (
              <FileUses key={file.id} file={file}>
                {file.mime.startsWith('image/') && file.alternativeText === null && (
                  <Typography tag="p" variant="pi" fontWeight="bold" textColor="neutral800">
                    {intl.formatMessage(text('work.no-alternative-text'))}
                  </Typography>
                )}
              </FileUses>
            ))}
          </Flex>
        </Fact>
      )}
    </Flex>
  );
};
