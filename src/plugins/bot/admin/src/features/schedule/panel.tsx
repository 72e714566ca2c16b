import type { PanelSchedule } from '@fleet-bot/protocol';
import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { Box, DateTimePicker, Field, Typography } from '@strapi/design-system';
import { useFetchClient } from '@strapi/strapi/admin';
import { useState } from 'react';

import { ActionButton } from '../../core/components/action-button';
import { Hint } from '../../core/components/hint';
import { Stack } from '../../core/components/stack';
import { useAnswer } from '../../core/http/use-answer';
import { useText } from '../../core/texts/texts';

interface Props {
  address: string;
  schedule: PanelSchedule;
  again: () => Promise<void>;
}

const FIELDS = [
  ['publishAt', 'schedule.publish-at'],
  ['unpublishAt', 'schedule.unpublish-at'],
] as const;

/** A form for both times in the user's time zone, with the error of the last attempt. */
const ScheduleForm = ({ address, schedule, again }: Props) => {
  const { say } = useText();
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
    <Stack gap={4} width="100%">
      {FIELDS.map(([name, label]) => (
        <Field.Root key={name} name={name}>
          <Field.Label>{say(label)}</Field.Label>
          <DateTimePicker
            value={times[name] ? new Date(times[name]) : undefined}
            onChange={(date) => setTimes({ ...times, [name]: date?.toISOString() ?? null })}
            onClear={() => setTimes({ ...times, [name]: null })}
            disabled={!canChange}
            step={5}
          />
        </Field.Root>
      ))}
      <Hint>{say('schedule.zone', { zone: timeZone })}</Hint>
      {error !== null && (
        <Typography textColor="danger600" role="alert">
          {say('schedule.failed', { reason: error })}
        </Typography>
      )}
      {canChange && (
        <Box>
          <ActionButton
            variant="secondary"
            label={say('schedule.save')}
            disabled={!isChanged}
            question={isPast ? say('schedule.past') : undefined}
            work={() => put(address, times)}
            success={say('schedule.saved')}
            after={again}
          />
        </Box>
      )}
    </Stack>
  );
};

/** A side panel of a publication with its schedule. */
export const SchedulePanel: PanelComponent = ({ documentId, model }) => {
  const { say } = useText();
  const address = `/bot/schedules/${model}/${documentId}`;
  const { data, again } = useAnswer<PanelSchedule>(documentId && address);
  if (data === undefined) return null;
  return {
    title: say('schedule.title'),
    // A new key resets the form to the last saved schedule.
    content: (
      <ScheduleForm key={JSON.stringify(data)} address={address} schedule={data} again={again} />
    ),
  };
};
