import type { PublicationFacts } from '@fleet-bot/protocol';
import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { Box, Button, Flex, LinkButton, Typography } from '@strapi/design-system';
import { Duplicate, ExternalLink } from '@strapi/icons';

import { Fact } from '../../core/components/card';
import { Hint } from '../../core/components/hint';
import { useCopy } from '../../core/components/use-copy';
import { Stack } from '../../core/components/stack';
import { useAnswer } from '../../core/http/use-answer';
import { useText } from '../../core/texts/texts';

import { Files } from './files';
import { FirstPublish } from './first-publish';

const Address = ({ url }: { url: string }) => {
  const { say } = useText();
  const copy = useCopy();
  return (
    <Fact name={say('work.address')}>
      <Typography tag="p">{url}</Typography>
      <Flex gap={2} paddingTop={2} wrap="wrap">
        <LinkButton
          href={url}
          target="_blank"
          rel="noopener"
          variant="tertiary"
          endIcon={<ExternalLink />}
        >
          {say('work.open')}
        </LinkButton>
        <Button
          variant="tertiary"
          endIcon={<Duplicate />}
          onClick={() => copy(url, say('work.copied'))}
        >
          {say('work.copy')}
        </Button>
      </Flex>
    </Fact>
  );
};

interface FactsProps {
  facts: PublicationFacts;
  address: string;
  again: () => Promise<void>;
}

/** Facts about a publication that are not fields of its form. */
const FactsOf = ({ facts, ...asked }: FactsProps) => {
  const { madeBy, externalId, url, files, firstPublishedAt, canPublish } = facts;
  const { say, when } = useText();
  const maker = () => {
    if (madeBy.who === 'bot') return say('work.by-bot');
    if (madeBy.who !== 'editor') return say('work.by-others');
    return madeBy.name === null
      ? say('work.by-a-person')
      : say('work.by-editor', { name: madeBy.name });
  };
  return (
    <Stack gap={3} width="100%">
      <Box>
        <Typography tag="p">{maker()}</Typography>
        <Hint>{when(madeBy.at)}</Hint>
      </Box>
      <FirstPublish {...{ firstPublishedAt, canPublish, ...asked }} />
      {externalId !== null && (
        <Fact name={say('work.external-id')}>
          <Typography tag="p">{externalId}</Typography>
        </Fact>
      )}
      {url !== null && <Address url={url} />}
      {files.length > 0 && (
        <Fact name={say('work.files')}>
          <Files files={files} marksTextless />
        </Fact>
      )}
    </Stack>
  );
};

/** A side panel of a publication: creator, date of the first publish, public URL and files. */
export const FactsPanel: PanelComponent = ({ documentId, model, document }) => {
  const { say } = useText();
  const address = `/bot/works/${model}/${documentId}`;
  const version = `${document?.updatedAt} ${document?.publishedAt}`;
  const { data, again } = useAnswer<PublicationFacts>(documentId && address, { version });
  return data === undefined
    ? null
    : { title: say('work.title'), content: <FactsOf facts={data} {...{ address, again }} /> };
};
