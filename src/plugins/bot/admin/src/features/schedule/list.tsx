import { Flex, Typography } from '@strapi/design-system';

import { column, filter, type CellProps } from '../../core/content-manager/list';
import { text, useText } from '../../core/texts/texts';

/** Data that the server adds to a row of the list of publications. */
interface Scheduled {
  publishAt: string | null;
  unpublishAt: string | null;
  scheduleError: string | null;
}

const ScheduleCell = ({ row }: CellProps<Scheduled>) => {
  const { t, formatDateTime } = useText();
  const { publishAt, unpublishAt, scheduleError } = row.bot ?? {};
  return (
    <Flex direction="column" alignItems="flex-start">
      {!publishAt && !unpublishAt && <Typography>-</Typography>}
      {publishAt && <Typography>{t('list.publish', { at: formatDateTime(publishAt) })}</Typography>}
      {unpublishAt && (
        <Typography>{t('list.unpublish', { at: formatDateTime(unpublishAt) })}</Typography>
      )}
      {scheduleError && (
        <Typography variant="pi" textColor="danger600">
          {t('list.schedule-failed')}
        </Typography>
      )}
    </Flex>
  );
};

/** A column with the scheduled times of a publication. */
export const scheduleColumn = column('botScheduled', text('list.scheduled'), ScheduleCell);

/** A filter by scheduled action, or by its failure. */
export const scheduleFilter = () =>
  filter('botScheduled', text('list.scheduled'), {
    publish: text('list.to-publish'),
    unpublish: text('list.to-unpublish'),
    failed: text('list.schedule-failed'),
  });
