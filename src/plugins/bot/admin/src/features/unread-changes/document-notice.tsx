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

/** Change events with a special message. All other events get the message for an update. */
const DONE = ['published', 'unpublished', 'deleted'] as const;

/** A notice under the buttons of the edit view: someone else has just changed this publication. */
export const DocumentNotice = ({ attributes, model, documentId }: PublicationProps) => {
  const { t } = useText();
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

  // The form can show the new version at once if it has no unsaved changes.
  useEffect(() => {
    if (change !== null && !isDeleted && !isModified) refetch(model, documentId);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- runs with each change by others, not with each keystroke
  }, [change]);

  if (change === null) return null;
  const nameOf = ({ who, name }: Actor): string => {
    if (who === 'bot') return t('unread-changes.bot');
    if (who === 'worker') return t('unread-changes.schedule');
    return (who === 'editor' && name) || t('unread-changes.somebody');
  };
  const message = t(`unread-changes.${done}`, { who: nameOf(change) });
  const isKept = isModified || isDeleted;
  return (
    <Notice
      color={isDeleted ? 'danger' : 'primary'}
      text={isKept ? `${message} ${t('unread-changes.kept')}` : message}
    >
      {isDeleted ? (
        <Button variant="secondary" loading={isSaving} onClick={save}>
          {t('unread-changes.save-as-new')}
        </Button>
      ) : (
        <>
          {isModified && (
            <Button variant="secondary" onClick={() => refetch(model, documentId)}>
              {t('unread-changes.show')}
            </Button>
          )}
          <Button variant="tertiary" onClick={() => setChange(null)}>
            {t('unread-changes.seen')}
          </Button>
        </>
      )}
    </Notice>
  );
};
