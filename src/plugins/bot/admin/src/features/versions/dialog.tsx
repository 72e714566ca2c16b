import { Button, Flex, Loader, Modal, Typography } from '@strapi/design-system';
import { useFetchClient } from '@strapi/strapi/admin';
import { useNavigate } from 'react-router-dom';

import { useAction } from '../../core/http/use-action';

import { Difference } from './difference';
import { useText } from './texts';
import { addressOf, useVersion, useVersions, type WholeVersion } from './use-versions';

interface Props {
  model: string;
  documentId: string;
  /** Its number. */
  version: number;
  close: () => void;
}

interface ContentProps extends WholeVersion {
  /** How many further versions of it there are. */
  others: number;
}

/** What a version said, against what the draft says now; of a work that is deleted, alone. */
const Content = ({ title, body, media, fields, current, others }: ContentProps) => {
  const { say, list } = useText();
  const isDeleted = current === null;
  const draft = current ?? { title, body };
  const gone = media.filter(({ isGone }) => isGone).map(({ name }) => name);
  const changed = fields.filter(({ before, now }) => before !== now);
  const there = media.filter(({ isGone }) => !isGone).map(({ name }) => name);

  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      {!isDeleted && (
        <Typography variant="pi" textColor="neutral600">
          {say('versions.legend')}
        </Typography>
      )}
      <Difference before={title ?? ''} now={draft.title ?? ''} />
      <Difference before={body ?? ''} now={draft.body ?? ''} />
      {changed.map(({ name, before, now }) => (
        <Flex key={name} direction="column" alignItems="stretch" gap={1}>
          <Typography variant="pi" fontWeight="bold">
            {name}
          </Typography>
          <Difference before={before} now={isDeleted ? before : now} />
        </Flex>
      ))}
      {there.length > 0 && <Typography>{say('versions.media', { names: list(there) })}</Typography>}
      {gone.length > 0 && (
        <Typography textColor="danger600">
          {say('versions.media-gone', { names: list(gone) })}
        </Typography>
      )}
      {isDeleted && others > 0 && (
        <Typography>{say('versions.others', { count: others })}</Typography>
      )}
    </Flex>
  );
};

/** Shows one version, and puts it back. */
export const VersionDialog = ({ model, documentId, version, close }: Props) => {
  const { say } = useText();
  const { post } = useFetchClient();
  const navigate = useNavigate();
  const { isBusy, run } = useAction();
  const whole = useVersion(model, documentId, version);
  const others = useVersions(model, documentId).length - 1;
  const isDeleted = whole?.current === null;

  const putBack = async (): Promise<void> => {
    const address = addressOf(model, documentId, version, 'put-back');
    const { data } = await post<{ data: { id: string } }>(address);
    const { id } = data.data;
    if (id === documentId) {
      // The edit view has no way to be told that its document is another one now.
      window.location.reload();
    } else {
      navigate(`/content-manager/collection-types/${model}/${id}`);
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
            <Loader>{say('page.loading')}</Loader>
          ) : (
            <Content {...whole} others={others} />
          )}
        </Modal.Body>
        <Modal.Footer>
          <Modal.Close>
            <Button variant="tertiary">{say('versions.close')}</Button>
          </Modal.Close>
          <Button
            loading={isBusy}
            disabled={whole === undefined}
            onClick={() => run(putBack, isDeleted ? say('versions.is-new-draft') : undefined)}
          >
            {say(isDeleted ? 'versions.put-back-new' : 'versions.put-back')}
          </Button>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
};
