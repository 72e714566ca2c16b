import type { ToReview } from '@fleet-bot/protocol';
import { Button } from '@strapi/design-system';
import { useFetchClient } from '@strapi/strapi/admin';
import { useState } from 'react';

import { ActionButton } from '../../../core/components/action-button';
import { DateTimeField } from '../../../core/components/date-time-field';
import { ModalFrame } from '../../../core/components/modal-frame';
import { useListAddress } from '../../../core/components/publication-link';
import { useText } from '../../../core/texts/texts';

type Allowed = ToReview['allowed'][number];

interface Props {
  works: ToReview[];
  /** The number of days for which the trash keeps deleted publications; 0 without a trash. */
  trashDays: number;
  isReviewed: boolean;
  withSchedule?: boolean;
  onSettled: () => Promise<unknown>;
}

interface ScheduleProps {
  schedule: (publishAt: string) => Promise<void>;
  onSettled: () => Promise<unknown>;
}

/** A button and a dialog that schedule all selected publications for one time. */
const Schedule = ({ schedule, onSettled }: ScheduleProps) => {
  const { t } = useText();
  const [isOpen, setIsOpen] = useState(false);
  const [at, setAt] = useState<string | null>(null);
  return (
    <>
      <Button size="S" variant="secondary" onClick={() => setIsOpen(true)}>
        {t('page.review.schedule')}
      </Button>
      {isOpen && (
        <ModalFrame
          title={t('page.review.schedule')}
          onClose={() => setIsOpen(false)}
          footer={
            <ActionButton
              variant="default"
              label={t('page.review.schedule')}
              disabled={at === null || new Date(at) < new Date()}
              request={async () => at !== null && schedule(at)}
              successMessage={t('page.review.is-scheduled')}
              onSettled={() => onSettled().finally(() => setIsOpen(false))}
            />
          }
        >
          <DateTimeField
            name="review-publish-at"
            label={t('page.review.publish-at')}
            value={at}
            onChange={setAt}
            range="future"
          />
        </ModalFrame>
      )}
    </>
  );
};

/** Buttons for one publication or for several at once: mark as reviewed, publish, schedule, delete. */
export const Actions = ({ works, trashDays, isReviewed, withSchedule, onSettled }: Props) => {
  const { t, titleOf } = useText();
  const { post, put } = useFetchClient();
  const list = useListAddress();
  const may = (action: Allowed): boolean => works.every(({ allowed }) => allowed.includes(action));
  const documentIds = works.map(({ id }) => id);
  const [first] = works;
  const named = { count: works.length, title: first ? titleOf(first) : '' };

  const schedule = async (publishAt: string): Promise<void> => {
    for (const id of documentIds)
      await put(`/bot/schedules/${list.split('/').pop()}/${id}`, { publishAt });
  };
  return (
    <>
      {may('update') && !isReviewed && (
        <ActionButton
          size="S"
          label={t('page.review.mark')}
          request={() => put('/bot/overview/reviewed', { ids: documentIds })}
          successMessage={t('page.review.marked')}
          onSettled={onSettled}
        />
      )}
      {may('publish') && (
        <ActionButton
          size="S"
          variant="secondary"
          label={t('page.review.publish')}
          confirmation={t('page.review.publish.ask', named)}
          request={() => post(`${list}/actions/bulkPublish`, { documentIds })}
          successMessage={t('page.review.published')}
          onSettled={onSettled}
        />
      )}
      {may('publish') && withSchedule && <Schedule schedule={schedule} onSettled={onSettled} />}
      {may('delete') && (
        <ActionButton
          size="S"
          variant="danger-light"
          label={t('page.delete')}
          confirmation={
            trashDays > 0
              ? t('page.review.delete.ask-trash', { ...named, days: trashDays })
              : t('page.review.delete.ask', named)
          }
          request={() => post(`${list}/actions/bulkDelete`, { documentIds })}
          successMessage={t('page.deleted')}
          onSettled={onSettled}
        />
      )}
    </>
  );
};
