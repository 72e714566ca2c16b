import { Button } from '@strapi/design-system';
import { useFetchClient } from '@strapi/strapi/admin';

import { ConfirmButton } from '../../core/components/confirm-button';
import { Item } from '../../core/components/item';
import type { useAction } from '../../core/http/use-action';

import type { Deleted } from './answers';
import { useText } from './texts';

interface Props {
  deleted: Deleted;
  /** Where it can be deleted for good. */
  address: string;
  action: ReturnType<typeof useAction>;
  look: () => void;
  restore: () => void;
}

/** A deleted publication, which can be looked at, restored and deleted for good. */
export const DeletedItem = ({ deleted, address, action, look, restore }: Props) => {
  const { say, nameOf, titleOf, when } = useText();
  const { del } = useFetchClient();
  const { wasPublic, deletedAt, purgeAt, filesPurgeAt } = deleted;
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
      <Button size="S" variant="secondary" disabled={action.isBusy} onClick={restore}>
        {say('page.trash.restore')}
      </Button>
      <ConfirmButton
        question={say('page.trash.delete.ask', { title })}
        onConfirm={() => void action.run(() => del(address), say('page.deleted'))}
      >
        {say('page.trash.delete')}
      </ConfirmButton>
    </Item>
  );
};
