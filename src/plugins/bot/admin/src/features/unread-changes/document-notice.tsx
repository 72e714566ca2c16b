import type { UnreadDocumentChange } from '@fleet-bot/protocol';
import { Button } from '@strapi/design-system';
import { useForm } from '@strapi/strapi/admin';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';

import { Notice } from '../../core/components/notice';
import type { PublicationProps } from '../../core/content-manager/publication';
import { refetch } from '../../core/content-manager/panel-store';
import { useText, type Actor } from '../../core/texts/texts';

import { useSaveAsNew } from './use-save-as-new';
import { useUnreadChanges } from './use-unread-changes';

/** What was done, as far as there is a text for it. */
const DONE = ['published', 'unpublished', 'deleted'] as const;

/** Under the buttons of the edit view: what somebody else has just done to this publication. */
export const DocumentNotice = ({ attributes, model, documentId }: PublicationProps) => {
  const { say } = useText();
  const { origin } = useParams();
  const isModified = useForm('DocumentNotice', (form) => form.modified);
  const [change, setChange] = useState<UnreadDocumentChange['change']>(null);
  const isSaved = documentId !== undefined && origin === undefined;
  useUnreadChanges<UnreadDocumentChange>(
    isSaved ? `/bot/unread-changes/${model}/${documentId}` : undefined,
    (unread) => unread.change && setChange(unread.change)
  );
  const { save, isSaving } = useSaveAsNew(attributes);
  const done = DONE.find((event) => event === change?.event) ?? 'updated';
  const isDeleted = done === 'deleted';

  // Where nothing is typed, what is there now can be shown at once.
  useEffect(() => {
    if (change !== null && !isDeleted && !isModified) refetch(model, documentId);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- with each change, not with each key
  }, [change]);

  if (change === null) return null;
  const nameOf = ({ who, name }: Actor): string => {
    if (who === 'bot') return say('unread-changes.bot');
    if (who === 'worker') return say('unread-changes.schedule');
    return (who === 'editor' && name) || say('unread-changes.somebody');
  };
  const told = say(`unread-changes.${done}`, { who: nameOf(change) });
  const isKept = isModified || isDeleted;
  return (
    <Notice
      color={isDeleted ? 'danger' : 'primary'}
      said={isKept ? `${told} ${say('unread-changes.kept')}` : told}
    >
      {isDeleted ? (
        <Button variant="secondary" loading={isSaving} onClick={save}>
          {say('unread-changes.save-as-new')}
        </Button>
      ) : (
        <>
          {isModified && (
            <Button variant="secondary" onClick={() => refetch(model, documentId)}>
              {say('unread-changes.show')}
            </Button>
          )}
          <Button variant="tertiary" onClick={() => setChange(null)}>
            {say('unread-changes.seen')}
          </Button>
        </>
      )}
    </Notice>
  );
};
