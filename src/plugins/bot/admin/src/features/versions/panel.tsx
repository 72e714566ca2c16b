import type { Version } from '@fleet-bot/protocol';
import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { Button, Typography } from '@strapi/design-system';
import { useState } from 'react';

import { LongLabels } from '../../core/components/long-labels';
import { Stack } from '../../core/components/stack';
import { useAnswer } from '../../core/http/use-answer';
import { useText } from '../../core/texts/texts';

import { VersionDialog } from './dialog';

/** The number of versions shown at first. */
const FEW = 5;

interface ListProps {
  address: string;
  versions: Version[];
}

/** A list of versions, sorted by the time of their replacement. A click opens one. */
const VersionList = ({ address, versions }: ListProps) => {
  const { say, when } = useText();
  const [shown, setShown] = useState<Version>();
  const [isWhole, setIsWhole] = useState(false);
  const wordsOf = ({ event, who, name, happenedAt }: Version): string =>
    say(`versions.${event}`, {
      who: name === null ? who : 'named',
      name: name ?? '',
      when: when(happenedAt),
    });

  return (
    <Stack gap={3} width="100%">
      {versions.slice(0, isWhole ? versions.length : FEW).map((version) => (
        <Stack key={version.id} gap={1}>
          <Typography variant="pi" textColor="neutral600" id={`version-${version.id}`}>
            {wordsOf(version)}
          </Typography>
          <LongLabels>
            <Button
              variant="tertiary"
              fullWidth
              id={`version-${version.id}-title`}
              aria-labelledby={`version-${version.id}-title version-${version.id}`}
              onClick={() => setShown(version)}
            >
              {version.title ?? say('versions.untitled')}
            </Button>
          </LongLabels>
        </Stack>
      ))}
      {versions.length > FEW && !isWhole && (
        <Button variant="ghost" onClick={() => setIsWhole(true)}>
          {say('versions.more', { count: versions.length - FEW })}
        </Button>
      )}
      {shown && (
        <VersionDialog
          address={address}
          version={shown}
          said={wordsOf(shown)}
          close={() => setShown(undefined)}
        />
      )}
    </Stack>
  );
};

/** A side panel of a publication with earlier versions, to view and restore. */
export const VersionPanel: PanelComponent = ({ documentId, model, document }) => {
  const { say } = useText();
  const address = `/bot/versions/${model}/${documentId}`;
  const version = document?.updatedAt;
  const { data: versions = [] } = useAnswer<Version[]>(documentId && address, { version });
  if (versions.length === 0) return null;
  return { title: say('versions.title'), content: <VersionList {...{ address, versions }} /> };
};
