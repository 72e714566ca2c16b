import { Button, Flex, Loader, Modal, Typography } from '@strapi/design-system';
import { useAPIErrorHandler, useFetchClient, useNotification } from '@strapi/strapi/admin';
import { useState } from 'react';

import { useText } from '../use-text';

import { Difference } from './difference';
import { addressOf, useVersion, type Version, type WholeVersion } from './use-versions';

interface Props {
  model: string;
  documentId: string;
  version: Version;
  close: () => void;
}

/** What a version said, against what the draft says now. */
const Content = ({ title, body, media, fields, current }: WholeVersion) => {
  const { say, list } = useText();
  const gone = media.filter(({ isGone }) => isGone).map(({ name }) => name);
  const changed = fields.filter(({ before, now }) => before !== now);
  const there = media.filter(({ isGone }) => !isGone).map(({ name }) => name);

  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <Typography variant="pi" textColor="neutral600">
        {say('versions.legend')}
      </Typography>
      <Difference before={title ?? ''} now={current?.title ?? ''} />
      <Difference before={body ?? ''} now={current?.body ?? ''} />
      {changed.map(({ name, before, now }) => (
        <Flex key={name} direction="column" alignItems="stretch" gap={1}>
          <Typography variant="pi" fontWeight="bold">
            {name}
          </Typography>
          <Difference before={before} now={now} />
        </Flex>
      ))}
      {there.length > 0 && <Typography>{say('versions.media', { names: list(there) })}</Typography>}
      {gone.length > 0 && (
        <Typography textColor="danger600">
          {say('versions.media-gone', { names: list(gone) })}
        </Typography>
      )}
    </Flex>
  );
};

/** Shows one version, and puts it back. */
export const VersionDialog = ({ model, documentId, version, close }: Props) => {
  const { say } = useText();
  const { post } = useFetchClient();
  const { toggleNotification } = useNotification();
  const { _unstableFormatAPIError: formatError } = useAPIErrorHandler();
  const [isSaving, setIsSaving] = useState(false);
  const whole = useVersion(model, documentId, version.id);

  const putBack = async (): Promise<void> => {
    setIsSaving(true);
    try {
      await post(addressOf(model, documentId, version.id, 'put-back'));
      // The edit view has no way to be told that its document is another one now.
      window.location.reload();
    } catch (error) {
      const message = formatError(error as Parameters<typeof formatError>[0]);
      toggleNotification({ type: 'danger', message });
      setIsSaving(false);
    }
  };

  return (
    <Modal.Root open onOpenChange={close}>
      <Modal.Content>
        <Modal.Header>
          <Modal.Title>{say('versions.title')}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          {whole === undefined ? (
            <Loader>{say('versions.loading')}</Loader>
          ) : (
            <Content {...whole} />
          )}
        </Modal.Body>
        <Modal.Footer>
          <Modal.Close>
            <Button variant="tertiary">{say('versions.close')}</Button>
          </Modal.Close>
          <Button loading={isSaving} disabled={whole === undefined} onClick={putBack}>
            {say('versions.put-back')}
          </Button>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
};
