import { useFetchClient } from '@strapi/strapi/admin';
import type { ReactNode } from 'react';

import { ConfirmButton } from '../../core/components/confirm-button';
import { Item } from '../../core/components/item';
import type { useAction } from '../../core/http/use-action';

import type { Deleted } from './answers';
import { useText } from './texts';

interface Props {
  deleted: Deleted;
  /** Where it can be deleted for good. */
  address: string;
  question: 'page.trash.delete.ask' | 'page.texts.delete.ask';
  run: ReturnType<typeof useAction>['run'];
  /** How it can be had back. */
  children: ReactNode;
}

/** A deleted publication, which can be deleted for good. */
export const DeletedItem = ({ deleted, address, question, run, children }: Props) => {
  const { say, nameOf, titleOf, when } = useText();
  const { del } = useFetchClient();
  const { wasPublic, deletedAt, goesAt } = deleted;
  const title = titleOf(deleted);
  return (
    <Item
      title={title}
      said={[
        say(wasPublic ? 'page.trash.public' : 'page.trash.draft'),
        say('page.trash.deleted', { at: when(deletedAt), by: nameOf(deleted) }),
        say('page.trash.goes', { at: when(goesAt) }),
      ]}
    >
      {children}
      <ConfirmButton
        question={say(question, { title })}
        onConfirm={() => void run(() => del(`${address}/${deleted.id}`), say('page.deleted'))}
      >
        {say('page.trash.delete')}
      </ConfirmButton>
    </Item>
  );
};
