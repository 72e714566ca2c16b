import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { Button, Flex, Typography } from '@strapi/design-system';
import { useState } from 'react';

import { VersionDialog } from './dialog';
import { useText } from './texts';
import { useVersions, type Version } from './use-versions';

/** Versions that are shown at first. */
const FEW = 5;

interface ListProps {
  model: string;
  documentId: string;
  versions: Version[];
}

/** The versions by the time at which they were replaced; a click shows one. */
const VersionList = ({ model, documentId, versions }: ListProps) => {
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
    <Flex direction="column" alignItems="stretch" gap={3} width="100%">
      {versions.slice(0, isWhole ? versions.length : FEW).map((version) => (
        <Flex key={version.id} direction="column" alignItems="stretch" gap={1}>
          <Typography variant="pi" textColor="neutral600" id={`version-${version.id}`}>
            {wordsOf(version)}
          </Typography>
          <Button
            variant="tertiary"
            fullWidth
            aria-describedby={`version-${version.id}`}
            onClick={() => setShown(version)}
          >
            {version.title ?? say('versions.untitled')}
          </Button>
        </Flex>
      ))}
      {versions.length > FEW && !isWhole && (
        <Button variant="ghost" onClick={() => setIsWhole(true)}>
          {say('versions.more', { count: versions.length - FEW })}
        </Button>
      )}
      {shown && (
        <VersionDialog
          {...{ model, documentId }}
          version={shown}
          said={wordsOf(shown)}
          close={() => setShown(undefined)}
        />
      )}
    </Flex>
  );
};

/** A box beside a publication: how it was before it was written over, to look at and to put back. */
export const VersionPanel: PanelComponent = ({ documentId, model }) => {
  const { say } = useText();
  const versions = useVersions(model, documentId);
  if (documentId === undefined || versions.length === 0) return null;
  return {
    title: say('versions.title'),
    content: <VersionList model={model} documentId={documentId} versions={versions} />,
  };
};
