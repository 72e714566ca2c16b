import { Box, IconButton, Typography } from '@strapi/design-system';
import { Drag } from '@strapi/icons';
import type { DragEvent, KeyboardEvent } from 'react';
import { useIntl } from 'react-intl';

import { PublicationLink } from '../../../core/components/publication-link';
import { useText } from '../../../core/texts/texts';

import { KEYS, shifted, type Moment } from './moments';

interface Props {
  moment: Moment;
  move: (moment: Moment, to: Date) => void;
}

/** A scheduled publication in the calendar. The user moves it by dragging, or with the arrow keys on its handle. */
export const MomentCard = ({ moment, move }: Props) => {
  const { say, titleOf, when } = useText();
  const intl = useIntl();
  const { id, title, which, at, error, canChange } = moment;
  const moveByKey = (event: KeyboardEvent): void => {
    const step = KEYS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    move(moment, shifted(at, isRtl ? -step[0] : step[0], step[1]));
  };
  return (
    <Box
      background="neutral0"
      borderColor={which === 'publishAt' ? 'success600' : 'warning600'}
      hasRadius
      padding={2}
      draggable={canChange}
      onDragStart={(event: DragEvent) => event.dataTransfer.setData('text/plain', moment.key)}
      style={{ overflowWrap: 'anywhere', cursor: canChange ? 'grab' : undefined }}
    >
      <Typography tag="div" variant="pi" textColor="neutral800">
        {intl.formatTime(at)} {say(`calendar.${which}`)}
      </Typography>
      <PublicationLink id={id} title={title} />
      {error !== null && (
        <Typography tag="div" variant="pi" textColor="danger600">
          {say('list.schedule-failed')}
        </Typography>
      )}
      {canChange && (
        <IconButton
          variant="ghost"
          // A tooltip would cover the card while it is dragged.
          withTooltip={false}
          label={say('calendar.move', { title: titleOf({ title }), at: when(at.getTime()) })}
          aria-keyshortcuts={Object.keys(KEYS).join(' ')}
          data-moment={moment.key}
          onKeyDown={moveByKey}
        >
          <Drag aria-hidden />
        </IconButton>
      )}
    </Box>
  );
};
