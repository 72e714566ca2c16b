import type { ScheduledPublication } from '@fleet-bot/protocol';
import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { useState, type DragEvent } from 'react';
import { useIntl } from 'react-intl';

import { useSiteState } from '../../../core/bot-page/site-state';
import { Card } from '../../../core/components/card';
import { SecondaryTypography } from '../../../core/components/secondary-typography';
import { useAnswer } from '../../../core/http/use-answer';
import { useText } from '../../../core/texts/texts';

import { ScheduledEventCard } from './scheduled-event-card';
import {
  startOf,
  shifted,
  slotsOf,
  VIEWS,
  type ScheduledEvent,
  type Slot,
  type View,
} from './scheduled-events';
import { useMoves } from './use-moves';

interface SlotBoxProps extends Slot {
  view: View;
  move: (scheduledEvent: ScheduledEvent, to: Date) => void;
  drop: (key: string, start: Date) => void;
}

/** A slot of the calendar, which events can be dropped on. */
const SlotBox = ({ start, scheduledEvents, view, move, drop }: SlotBoxProps) => {
  const intl = useIntl();
  const label =
    view === 'week'
      ? intl.formatDate(start, { weekday: 'short', day: 'numeric', month: 'short' })
      : intl.formatTime(start);
  const isToday = start.toDateString() === new Date().toDateString();
  return (
    <Box
      tag="li"
      aria-label={label}
      background={view === 'week' && isToday ? 'primary100' : 'neutral100'}
      padding={2}
      hasRadius
      minWidth={0}
      minHeight={view === 'week' ? '12rem' : undefined}
      onDragOver={(event: DragEvent) => event.preventDefault()}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        drop(event.dataTransfer.getData('text/plain'), start);
      }}
    >
      <Flex
        direction={view === 'week' ? 'column' : 'row'}
        alignItems={view === 'week' ? 'stretch' : 'flex-start'}
        gap={2}
        wrap={view === 'week' ? 'nowrap' : 'wrap'}
      >
        <Typography variant="pi" fontWeight="bold" style={{ minWidth: '6rem' }}>
          {label}
        </Typography>
        {scheduledEvents.map((scheduledEvent) => (
          <ScheduledEventCard
            key={scheduledEvent.key}
            scheduledEvent={scheduledEvent}
            move={move}
          />
        ))}
      </Flex>
    </Box>
  );
};

/** The Schedule tab: a calendar of what will be published and unpublished. */
export default function CalendarTab() {
  const { t, titleOf, formatDateTime } = useText();
  const intl = useIntl();
  const [view, setView] = useState<View>('week');
  const [day, setDay] = useState(() => new Date());
  const from = startOf(view, day, intl.locale);
  const length = view === 'week' ? 7 : 1;
  const to = shifted(from, length);
  const type = useSiteState().data?.contentType;
  const range = new URLSearchParams({ from: from.toISOString(), to: to.toISOString() });
  const address = type && `/bot/schedules/${type}?${range.toString()}`;
  const {
    data = [],
    hasFailed,
    reload,
  } = useAnswer<ScheduledPublication[]>(address, { seconds: 30 });
  const { moved, move, announcement } = useMoves(type ?? '', reload);
  const slots = slotsOf(view, from, data, moved);

  const drop = (key: string, start: Date): void => {
    const slot = slots.find(({ scheduledEvents }) =>
      scheduledEvents.some((scheduledEvent) => scheduledEvent.key === key)
    );
    const scheduledEvent = slot?.scheduledEvents.find((one) => one.key === key);
    if (slot && scheduledEvent?.canChange) {
      move(
        scheduledEvent,
        new Date(start.getTime() + scheduledEvent.at.getTime() - slot.start.getTime())
      );
    }
  };
  return (
    <Card title={t('calendar.title')}>
      <Flex gap={2} wrap="wrap" justifyContent="space-between">
        <Flex gap={2} wrap="wrap">
          <Button variant="tertiary" onClick={() => setDay(shifted(day, -length))}>
            {t('calendar.earlier')}
          </Button>
          <Button variant="tertiary" onClick={() => setDay(new Date())}>
            {t('calendar.today')}
          </Button>
          <Button variant="tertiary" onClick={() => setDay(shifted(day, length))}>
            {t('calendar.later')}
          </Button>
        </Flex>
        <Typography variant="delta" tag="h3">
          {view === 'week'
            ? intl.formatDateTimeRange(from, shifted(to, -1), { dateStyle: 'medium' })
            : intl.formatDate(from, { dateStyle: 'full' })}
        </Typography>
        <Flex gap={2} role="group" aria-label={t('calendar.view')}>
          {VIEWS.map((one) => (
            <Button
              key={one}
              variant={one === view ? 'secondary' : 'tertiary'}
              aria-pressed={one === view}
              onClick={() => setView(one)}
            >
              {t(`calendar.${one}`)}
            </Button>
          ))}
        </Flex>
      </Flex>
      <SecondaryTypography>{t('calendar.keys')}</SecondaryTypography>
      <Typography role="status" variant="pi" textColor="neutral600">
        {announcement &&
          t(`calendar.announce.${announcement.what}`, {
            title: titleOf(announcement),
            at: formatDateTime(announcement.at),
          })}
      </Typography>
      {hasFailed && <Typography role="alert">{t('page.failed')}</Typography>}
      {data.length === 0 && !hasFailed && <Typography>{t('calendar.none')}</Typography>}
      <Box
        tag="ol"
        style={{
          display: 'grid',
          gap: '0.8rem',
          gridTemplateColumns:
            view === 'week' ? 'repeat(auto-fit, minmax(min(100%, 12rem), 1fr))' : '1fr',
        }}
      >
        {slots.map((slot) => (
          <SlotBox key={slot.start.toISOString()} {...slot} view={view} move={move} drop={drop} />
        ))}
      </Box>
    </Card>
  );
}
