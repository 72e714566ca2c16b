import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';

import { text } from '../../core/texts/text';

import { ScheduleForm } from './form';
import { useSchedule } from './use-schedule';

/** What the Content Manager says to a box beside a document; it does not export the type. */
interface PanelProps {
  documentId?: string;
  model: string;
}

interface Panel {
  title: string;
  content: ReactNode;
}

/** A box beside a publication: when it is to be published, and when taken back. */
export const SchedulePanel = ({ documentId, model }: PanelProps): Panel | null => {
  const intl = useIntl();
  const { schedule, isSaving, save } = useSchedule(model, documentId);
  if (schedule === undefined) return null;
  return {
    title: intl.formatMessage(text('schedule.title')),
    // A form of its own for what was told last, so that it shows just that.
    content: (
      <ScheduleForm
        key={JSON.stringify(schedule)}
        schedule={schedule}
        isSaving={isSaving}
        save={save}
      />
    ),
  };
};
