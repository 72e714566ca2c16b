import { Box, IconButton, Typography } from '@strapi/design-system';
import { Drag } from '@strapi/icons';
import type { DragEvent, KeyboardEvent } from 'react';
import { useIntl } from 'react-intl';

import { PublicationLink } from '../../../core/components/publication-link';
import { useText } from '../../../core/texts/texts';

import { KEYS, shifted, type ScheduledEvent } from './scheduled-events';

interface Props {
  scheduledEvent: ScheduledEvent;
  move: (scheduledEvent: ScheduledEvent, to: Date) => void;
}

/** A scheduled publication in the calendar. The user moves it by dragging, or with the arrow keys on its handle. */
export const ScheduledEventCard = ({ scheduledEvent, move }: Props) => {
  const { t, titleOf, formatDateTime } = useText();
  const intl = useIntl();
  const { id, title, which, at, error, canChange } = scheduledEvent;
  const moveByKey = (event: KeyboardEvent): void => {
    const step = KEYS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    move(scheduledEvent, shifted(at, isRtl ? -step[0] : step[0], step[1]));
  };
  return (
    <Box
      background="neutral0"
      borderColor={which === 'publishAt' ? 'success600' : 'warning600'}
      hasRadius
      padding={2}
      draggable={canChange}
      onDragStart={(event: DragEvent) =>
        event.dataTransfer.setData('text/plain', scheduledEvent.key)
      }
      style={{ overflowWrap: 'anywhere', cursor: canChange ? 'grab' : undefined }}
    >
      <Typography tag="div" variant="pi" textColor="neutral800">
        {intl.formatTime(at)} {t(`calendar.${which}`)}
      </Typography>
      <PublicationLink id={id} title={title} />
      {error !== null && (
        <Typography tag="div" variant="pi" textColor="danger600">
          {t('list.schedule-failed')}
        </Typography>
      )}
      {canChange && (
        <IconButton
          variant="ghost"
          // A tooltip would cover the card while it is dragged.
          withTooltip={false}
          label={t('calendar.move', {
            title: titleOf({ title }),
            at: formatDateTime(at.getTime()),
          })}
          aria-keyshortcuts={Object.keys(KEYS).join(' ')}
          data-scheduled-event={scheduledEvent.key}
          onKeyDown={moveByKey}
        >
          <Drag aria-hidden />
        </IconButton>
      )}
    </Box>
  );
};
