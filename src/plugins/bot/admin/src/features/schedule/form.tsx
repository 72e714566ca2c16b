import { Box, Button, DateTimePicker, Field, Flex, Typography } from '@strapi/design-system';
import { useState } from 'react';
import { useIntl } from 'react-intl';

import { text } from '../../core/texts/text';

import type { Schedule, Times } from './use-schedule';

interface Props {
  schedule: Schedule;
  isSaving: boolean;
  save: (times: Times) => Promise<void>;
}

const FIELDS = [
  ['publishAt', 'schedule.publish-at'],
  ['unpublishAt', 'schedule.unpublish-at'],
] as const;

/** Both times, as the person's own clock shows them, and why the last one failed. */
export const ScheduleForm = ({ schedule, isSaving, save }: Props) => {
  const intl = useIntl();
  const { publishAt, unpublishAt, error, canChange } = schedule;
  const [times, setTimes] = useState<Times>({ publishAt, unpublishAt });
  const isChanged = FIELDS.some(([name]) => times[name] !== schedule[name]);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

  return (
    <Flex direction="column" alignItems="stretch" gap={4} width="100%">
      {FIELDS.map(([name, label]) => (
        <Field.Root key={name} name={name}>
          <Field.Label>{intl.formatMessage(text(label))}</Field.Label>
          <DateTimePicker
            value={times[name] ? new Date(times[name]) : undefined}
            onChange={(date) => setTimes({ ...times, [name]: date?.toISOString() ?? null })}
            onClear={() => setTimes({ ...times, [name]: null })}
            disabled={!canChange}
            step={5}
          />
        </Field.Root>
      ))}
      <Typography variant="pi" textColor="neutral600">
        {intl.formatMessage(text('schedule.zone'), { zone: timeZone })}
      </Typography>
      {error !== null && (
        <Typography textColor="danger600" role="alert">
          {intl.formatMessage(text('schedule.failed'), { reason: error })}
        </Typography>
      )}
      {canChange && (
        <Box>
          <Button
            variant="secondary"
            loading={isSaving}
            disabled={!isChanged}
            onClick={() => save(times)}
          >
            {intl.formatMessage(text('schedule.save'))}
          </Button>
        </Box>
      )}
    </Flex>
  );
};
