import type {
  DeletedContent,
  DeletedPage,
  DeletedPublication,
  RestoredPublication,
} from '@fleet-bot/protocol';
import { Box, Button, Loader, Typography } from '@strapi/design-system';
import { useFetchClient } from '@strapi/strapi/admin';
import { useDeferredValue, useState, type ReactNode } from 'react';

import { ActionButton } from '../../core/components/action-button';
import { Card } from '../../core/components/card';
import { Hint } from '../../core/components/hint';
import { Item } from '../../core/components/item';
import { ModalFrame } from '../../core/components/modal-frame';
import { PagedList, usePage } from '../../core/components/paged-list';
import { Stack } from '../../core/components/stack';
import { TextField } from '../../core/components/text-field';
import { useAnswer } from '../../core/http/use-answer';
import { useText } from '../../core/texts/texts';

const ROOT = '/bot/trash';

interface RestoreButtonProps {
  deleted: DeletedPublication;
  size?: 'S';
  after: () => Promise<unknown>;
}

const RestoreButton = ({ deleted, size, after }: RestoreButtonProps) => {
  const { say, list } = useText();
  const { post } = useFetchClient();
  const told = ({ slug, formerSlug, lost }: RestoredPublication): string => {
    if (lost.length > 0) return say('page.trash.restored.draft', { names: list(lost) });
    return formerSlug === null || slug === null
      ? say('page.trash.restored')
      : say('page.trash.restored.elsewhere', { slug, formerSlug });
  };
  return (
    <ActionButton
      size={size}
      variant="secondary"
      label={say('page.trash.restore')}
      work={() => post<{ data: RestoredPublication }>(`${ROOT}/${deleted.id}/restore`)}
      success={({ data: { data } }) => told(data)}
      after={after}
    />
  );
};

interface DeletedItemProps {
  deleted: DeletedPublication;
  look: () => void;
  again: () => Promise<unknown>;
}

/** A list entry for a deleted publication, with buttons to view, restore or permanently delete it. */
const DeletedItem = ({ deleted, look, again }: DeletedItemProps) => {
  const { say, nameOf, titleOf, when } = useText();
  const { del } = useFetchClient();
  const { id, wasPublic, deletedAt, purgeAt, filesPurgeAt } = deleted;
  const title = titleOf(deleted);
  return (
    <Item
      title={title}
      said={[
        say(wasPublic ? 'page.trash.public' : 'page.trash.draft'),
        say('page.trash.deleted', { at: when(deletedAt), by: nameOf(deleted) }),
        filesPurgeAt !== null &&
          filesPurgeAt !== purgeAt &&
          say('page.trash.files', { at: when(filesPurgeAt) }),
        say('page.trash.goes', { at: when(purgeAt) }),
      ]}
    >
      <Button size="S" variant="tertiary" onClick={look}>
        {say('page.trash.look')}
      </Button>
      <RestoreButton size="S" deleted={deleted} after={again} />
      <ActionButton
        size="S"
        variant="danger-light"
        label={say('page.trash.delete')}
        question={say('page.trash.delete.ask', { title })}
        work={() => del(`${ROOT}/${id}`)}
        success={say('page.deleted')}
        after={again}
      />
    </Item>
  );
};

const Content = ({ title, body, media }: DeletedContent) => {
  const { say, list, titleOf } = useText();
  const namesOf = (isGone: boolean): string[] =>
    media.filter((file) => file.isGone === isGone).map(({ name }) => name);
  const [there, gone] = [namesOf(false), namesOf(true)];
  return (
    <Stack gap={4}>
      <Typography fontWeight="bold">{titleOf({ title })}</Typography>
      <Box borderColor="neutral200" hasRadius overflow="auto" maxHeight="40vh" tabIndex={0}>
        <Typography tag="div" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {body}
        </Typography>
      </Box>
      {there.length > 0 && (
        <Typography>{say('page.trash.media', { names: list(there) })}</Typography>
      )}
      {gone.length > 0 && (
        <Typography textColor="danger600">
          {say('page.trash.lost', { names: list(gone) })}
        </Typography>
      )}
    </Stack>
  );
};

interface DialogProps {
  address: string;
  close: () => void;
  /** The button that restores the publication. */
  children: ReactNode;
}

/** A dialog with the content of a deleted publication, and a button to restore it. */
const DeletedDialog = ({ address, close, children }: DialogProps) => {
  const { say } = useText();
  const { data } = useAnswer<DeletedContent>(address);
  return (
    <ModalFrame
      title={say('page.trash.title')}
      onClose={close}
      cancel={say('page.cancel')}
      footer={children}
    >
      {data === undefined ? <Loader>{say('page.loading')}</Loader> : <Content {...data} />}
    </ModalFrame>
  );
};

/** The Trash tab: deleted publications, which can be viewed, restored or permanently deleted. */
export default function TrashTab() {
  const { say, size } = useText();
  const [typed, setTyped] = useState('');
  const page = usePage<DeletedPublication, DeletedPage>(ROOT, { search: useDeferredValue(typed) });
  const [shown, setShown] = useState<DeletedPublication>();
  const { days = 0, textDays = 0, files } = page.data ?? {};
  const close = () => setShown(undefined);

  return (
    <Card title={say('page.trash.title')}>
      <TextField
        name="trash-search"
        type="search"
        label={say('page.today.search')}
        value={typed}
        onChange={setTyped}
      />
      {days > 0 && <Hint>{say('page.trash.says', { days })}</Hint>}
      {textDays > days && <Hint>{say('page.trash.texts', { days: textDays })}</Hint>}
      {files !== undefined && files.count > 0 && (
        <Hint>{say('page.trash.size', { count: files.count, size: size(files.kilobytes) })}</Hint>
      )}
      <PagedList
        page={page}
        none={say(days + textDays === 0 ? 'page.trash.off' : 'page.trash.none')}
      >
        {(deleted: DeletedPublication) => (
          <DeletedItem deleted={deleted} look={() => setShown(deleted)} again={page.again} />
        )}
      </PagedList>
      {shown && (
        <DeletedDialog address={`${ROOT}/${shown.id}`} close={close}>
          <RestoreButton deleted={shown} after={() => page.again().finally(close)} />
        </DeletedDialog>
      )}
    </Card>
  );
}
