import type { PanelSchedule } from '@fleet-bot/protocol';
import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { Box, Typography } from '@strapi/design-system';
import { useFetchClient } from '@strapi/strapi/admin';
import { useState } from 'react';

import { ActionButton } from '../../core/components/action-button';
import { DateTimeField } from '../../core/components/date-time-field';
import { SecondaryTypography } from '../../core/components/secondary-typography';
import { FlexColumn } from '../../core/components/flex-column';
import { useAnswer } from '../../core/http/use-answer';
import { useText } from '../../core/texts/texts';

interface Props {
  address: string;
  schedule: PanelSchedule;
  reload: () => Promise<void>;
}

const FIELDS = [
  ['publishAt', 'schedule.publish-at'],
  ['unpublishAt', 'schedule.unpublish-at'],
] as const;

/** A form for the times to publish and unpublish, in the user's time zone, with the error of the last attempt. */
const ScheduleForm = ({ address, schedule, reload }: Props) => {
  const { t } = useText();
  const { put } = useFetchClient();
  const { publishAt, unpublishAt, error, canChange } = schedule;
  const [times, setTimes] = useState({ publishAt, unpublishAt });
  const [openedAt] = useState(() => Date.now());
  const isChanged = FIELDS.some(([name]) => times[name] !== schedule[name]);
  const isPast =
    times.publishAt !== null &&
    times.publishAt !== publishAt &&
    Date.parse(times.publishAt) < openedAt;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

  return (
    <FlexColumn gap={4} width="100%">
      {FIELDS.map(([name, label]) => (
        <DateTimeField
          key={name}
          name={name}
          label={t(label)}
          value={times[name]}
          onChange={(time) => setTimes((shown) => ({ ...shown, [name]: time }))}
          isClearable
          disabled={!canChange}
        />
      ))}
      <SecondaryTypography>{t('schedule.zone', { zone: timeZone })}</SecondaryTypography>
      {error !== null && (
        <Typography textColor="danger600" role="alert">
          {t('schedule.failed', { reason: error })}
        </Typography>
      )}
      {canChange && (
        <Box>
          <ActionButton
            variant="secondary"
            label={t('schedule.save')}
            disabled={!isChanged}
            confirmation={isPast ? t('schedule.past') : undefined}
            request={() => put(address, times)}
            successMessage={t('schedule.saved')}
            onSettled={reload}
          />
        </Box>
      )}
    </FlexColumn>
  );
};

/** A side panel of a publication with its schedule. */
export const SchedulePanel: PanelComponent = ({ documentId, model }) => {
  const { t } = useText();
  const address = `/bot/schedules/${model}/${documentId}`;
  const { data, reload } = useAnswer<PanelSchedule>(documentId && address);
  if (data === undefined) return null;
  return {
    title: t('schedule.title'),
    // A new key resets the form to the last saved schedule.
    content: (
      <ScheduleForm key={JSON.stringify(data)} address={address} schedule={data} reload={reload} />
    ),
  };
};
