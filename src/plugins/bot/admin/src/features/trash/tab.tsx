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
import { SecondaryTypography } from '../../core/components/secondary-typography';
import { ListItem } from '../../core/components/list-item';
import { ModalFrame } from '../../core/components/modal-frame';
import { PagedList, usePage } from '../../core/components/paged-list';
import { FlexColumn } from '../../core/components/flex-column';
import { TextField } from '../../core/components/text-field';
import { useAnswer } from '../../core/http/use-answer';
import { useText } from '../../core/texts/texts';

const ROOT = '/bot/trash';

interface RestoreButtonProps {
  deleted: DeletedPublication;
  size?: 'S';
  onSettled: () => Promise<unknown>;
}

const RestoreButton = ({ deleted, size, onSettled }: RestoreButtonProps) => {
  const { t, formatList } = useText();
  const { post } = useFetchClient();
  const messageOf = ({ slug, formerSlug, lost }: RestoredPublication): string => {
    if (lost.length > 0) return t('page.trash.restored.draft', { names: formatList(lost) });
    return formerSlug === null || slug === null
      ? t('page.trash.restored')
      : t('page.trash.restored.elsewhere', { slug, formerSlug });
  };
  return (
    <ActionButton
      size={size}
      variant="secondary"
      label={t('page.trash.restore')}
      request={() => post<{ data: RestoredPublication }>(`${ROOT}/${deleted.id}/restore`)}
      successMessage={({ data: { data } }) => messageOf(data)}
      onSettled={onSettled}
    />
  );
};

interface DeletedItemProps {
  deleted: DeletedPublication;
  view: () => void;
  reload: () => Promise<unknown>;
}

/** A list entry for a deleted publication, with buttons to view, restore or permanently delete it. */
const DeletedItem = ({ deleted, view, reload }: DeletedItemProps) => {
  const { t, nameOf, titleOf, formatDateTime } = useText();
  const { del } = useFetchClient();
  const { id, wasPublic, deletedAt, purgeAt, filesPurgeAt } = deleted;
  const title = titleOf(deleted);
  return (
    <ListItem
      title={title}
      details={[
        t(wasPublic ? 'page.trash.public' : 'page.trash.draft'),
        t('page.trash.deleted', { at: formatDateTime(deletedAt), by: nameOf(deleted) }),
        filesPurgeAt !== null &&
          filesPurgeAt !== purgeAt &&
          t('page.trash.files', { at: formatDateTime(filesPurgeAt) }),
        t('page.trash.purge', { at: formatDateTime(purgeAt) }),
      ]}
    >
      <Button size="S" variant="tertiary" onClick={view}>
        {t('page.trash.view')}
      </Button>
      <RestoreButton size="S" deleted={deleted} onSettled={reload} />
      <ActionButton
        size="S"
        variant="danger-light"
        label={t('page.trash.delete')}
        confirmation={t('page.trash.delete.ask', { title })}
        request={() => del(`${ROOT}/${id}`)}
        successMessage={t('page.deleted')}
        onSettled={reload}
      />
    </ListItem>
  );
};

const Content = ({ title, body, media }: DeletedContent) => {
  const { t, formatList, titleOf } = useText();
  const namesOf = (isDeleted: boolean): string[] =>
    media.filter((file) => file.isDeleted === isDeleted).map(({ name }) => name);
  const [keptNames, lostNames] = [namesOf(false), namesOf(true)];
  return (
    <FlexColumn gap={4}>
      <Typography fontWeight="bold">{titleOf({ title })}</Typography>
      <Box borderColor="neutral200" hasRadius overflow="auto" maxHeight="40vh" tabIndex={0}>
        <Typography tag="div" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {body}
        </Typography>
      </Box>
      {keptNames.length > 0 && (
        <Typography>{t('page.trash.media', { names: formatList(keptNames) })}</Typography>
      )}
      {lostNames.length > 0 && (
        <Typography textColor="danger600">
          {t('page.trash.lost', { names: formatList(lostNames) })}
        </Typography>
      )}
    </FlexColumn>
  );
};

interface DialogProps {
  address: string;
  close: () => void;
  children: ReactNode;
}

/** A dialog with the content of a deleted publication, and a button to restore it. */
const DeletedDialog = ({ address, close, children }: DialogProps) => {
  const { t } = useText();
  const { data } = useAnswer<DeletedContent>(address);
  return (
    <ModalFrame
      title={t('page.trash.title')}
      onClose={close}
      cancel={t('page.cancel')}
      footer={children}
    >
      {data === undefined ? <Loader>{t('page.loading')}</Loader> : <Content {...data} />}
    </ModalFrame>
  );
};

/** The Trash tab: deleted publications, which can be viewed, restored or permanently deleted. */
export default function TrashTab() {
  const { t, formatSize } = useText();
  const [search, setSearch] = useState('');
  const page = usePage<DeletedPublication, DeletedPage>(ROOT, { search: useDeferredValue(search) });
  const [shown, setShown] = useState<DeletedPublication>();
  const { days = 0, textDays = 0, files } = page.data ?? {};
  const close = () => setShown(undefined);

  return (
    <Card title={t('page.trash.title')}>
      <TextField
        name="trash-search"
        type="search"
        label={t('page.activity.search')}
        value={search}
        onChange={setSearch}
      />
      {days > 0 && <SecondaryTypography>{t('page.trash.says', { days })}</SecondaryTypography>}
      {textDays > days && (
        <SecondaryTypography>{t('page.trash.texts', { days: textDays })}</SecondaryTypography>
      )}
      {files !== undefined && files.count > 0 && (
        <SecondaryTypography>
          {t('page.trash.size', { count: files.count, size: formatSize(files.kilobytes) })}
        </SecondaryTypography>
      )}
      <PagedList
        page={page}
        emptyText={t(days + textDays === 0 ? 'page.trash.off' : 'page.trash.none')}
      >
        {(deleted: DeletedPublication) => (
          <DeletedItem deleted={deleted} view={() => setShown(deleted)} reload={page.reload} />
        )}
      </PagedList>
      {shown && (
        <DeletedDialog address={`${ROOT}/${shown.id}`} close={close}>
          <RestoreButton deleted={shown} onSettled={() => page.reload().finally(close)} />
        </DeletedDialog>
      )}
    </Card>
  );
}
