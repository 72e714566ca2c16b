import { Button, Flex, Loader, Typography } from '@strapi/design-system';
import { useFetchClient } from '@strapi/strapi/admin';

import { ActionButton } from '../../core/components/action-button';
import { Difference } from '../../core/components/difference';
import { Hint } from '../../core/components/hint';
import { ModalFrame } from '../../core/components/modal-frame';

import { useText } from './texts';
import { addressOf, useVersion, type WholeVersion } from './use-versions';

interface Props {
  model: string;
  documentId: string;
  /** Its number. */
  version: number;
  close: () => void;
}

/** What a version said, against what the draft says now. */
const Content = ({ title, body, media, fields, current }: WholeVersion) => {
  const { say, list } = useText();
  const gone = media.filter(({ isGone }) => isGone).map(({ name }) => name);
  const changed = fields.filter(({ before, now }) => before !== now);
  const labels = { added: say('versions.only-now'), removed: say('versions.only-then') };
  const there = media.filter(({ isGone }) => !isGone).map(({ name }) => name);

  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <Hint>{say('versions.legend')}</Hint>
      <Difference labels={labels} before={title ?? ''} now={current.title ?? ''} />
      <Difference labels={labels} before={body ?? ''} now={current.body ?? ''} />
      {changed.map(({ name, before, now }) => (
        <Flex key={name} direction="column" alignItems="stretch" gap={1}>
          <Typography variant="pi" fontWeight="bold">
            {name}
          </Typography>
          <Difference labels={labels} before={before} now={now} />
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
  const whole = useVersion(model, documentId, version);

  const putBack = async (): Promise<void> => {
    await post(addressOf(model, documentId, version, 'put-back'));
    // The edit view has no way to be told that its document is another one now.
    window.location.reload();
  };

  return (
    <ModalFrame
      title={say('versions.title')}
      onClose={close}
      footer={
        <>
          <Button variant="tertiary" onClick={close}>
            {say('versions.close')}
          </Button>
          <ActionButton
            variant="default"
            label={say('versions.put-back')}
            disabled={whole === undefined}
            work={putBack}
          />
        </>
      }
    >
      {whole === undefined ? <Loader>{say('page.loading')}</Loader> : <Content {...whole} />}
    </ModalFrame>
  );
};
