import type { Version } from '@fleet-bot/protocol';
import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { Button, Typography } from '@strapi/design-system';
import { useState } from 'react';

import { LongLabels } from '../../core/components/long-labels';
import { FlexColumn } from '../../core/components/flex-column';
import { useAnswer } from '../../core/http/use-answer';
import { useText } from '../../core/texts/texts';

import { VersionDialog } from './dialog';

/** The number of versions shown at first. */
const SHOWN_AT_FIRST = 5;

interface ListProps {
  address: string;
  versions: Version[];
}

/** A list of versions, sorted by the time of their replacement. A click opens one. */
const VersionList = ({ address, versions }: ListProps) => {
  const { t, formatDateTime } = useText();
  const [shown, setShown] = useState<Version>();
  const [isExpanded, setIsWhole] = useState(false);
  const wordsOf = ({ event, who, name, happenedAt }: Version): string =>
    t(`versions.${event}`, {
      who: name === null ? who : 'named',
      name: name ?? '',
      when: formatDateTime(happenedAt),
    });

  return (
    <FlexColumn gap={3} width="100%">
      {versions.slice(0, isExpanded ? versions.length : SHOWN_AT_FIRST).map((version) => (
        <FlexColumn key={version.id} gap={1}>
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
              {version.title ?? t('versions.untitled')}
            </Button>
          </LongLabels>
        </FlexColumn>
      ))}
      {versions.length > SHOWN_AT_FIRST && !isExpanded && (
        <Button variant="ghost" onClick={() => setIsWhole(true)}>
          {t('versions.more', { count: versions.length - SHOWN_AT_FIRST })}
        </Button>
      )}
      {shown && (
        <VersionDialog
          address={address}
          version={shown}
          summary={wordsOf(shown)}
          close={() => setShown(undefined)}
        />
      )}
    </FlexColumn>
  );
};

/** A side panel of a publication with earlier versions, to view and restore. */
export const VersionPanel: PanelComponent = ({ documentId, model, document }) => {
  const { t } = useText();
  const address = `/bot/versions/${model}/${documentId}`;
  const version = document?.updatedAt;
  const { data: versions = [] } = useAnswer<Version[]>(documentId && address, { version });
  if (versions.length === 0) return null;
  return { title: t('versions.title'), content: <VersionList {...{ address, versions }} /> };
};
