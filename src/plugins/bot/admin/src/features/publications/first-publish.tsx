import type { PublicationFacts } from '@fleet-bot/protocol';
import { Box, Typography } from '@strapi/design-system';
import { useFetchClient } from '@strapi/strapi/admin';
import { useState } from 'react';

import { ActionButton } from '../../core/components/action-button';
import { Fact } from '../../core/components/card';
import { DateTimeField } from '../../core/components/date-time-field';
import { SecondaryTypography } from '../../core/components/secondary-typography';
import { FlexColumn } from '../../core/components/flex-column';
import { column, type CellProps } from '../../core/content-manager/list';
import { text, useText } from '../../core/texts/texts';

type FirstPublishDate = Pick<PublicationFacts, 'firstPublishedAt'>;

const FirstPublishCell = ({ row }: CellProps<FirstPublishDate>) => {
  const { formatDateTime } = useText();
  const date = row.bot?.firstPublishedAt;
  return <Typography>{date ? formatDateTime(date) : '-'}</Typography>;
};

/** A sortable column with the date of the first publish. */
export const firstPublishColumn = column(
  'firstPublishedAt',
  text('work.first-publish'),
  FirstPublishCell,
  { type: 'datetime' }
);

interface Props extends FirstPublishDate {
  address: string;
  reload: () => Promise<void>;
}

/** A form for the date of the first publish, in the time zone of the browser. */
const FirstPublishForm = ({ firstPublishedAt, address, reload }: Props) => {
  const { t } = useText();
  const { put } = useFetchClient();
  const [date, setDate] = useState(firstPublishedAt);
  return (
    <FlexColumn gap={2} width="100%">
      <DateTimeField
        name="firstPublishedAt"
        label={t('work.first-publish')}
        value={date}
        onChange={setDate}
        range="past"
        isClearable
      />
      <SecondaryTypography>{t('work.first-publish-hint')}</SecondaryTypography>
      <Box>
        <ActionButton
          variant="secondary"
          label={t('work.save-date')}
          disabled={date === firstPublishedAt}
          request={() => put(`${address}/first-publish`, { firstPublishedAt: date })}
          successMessage={t('work.date-saved')}
          onSettled={reload}
        />
      </Box>
    </FlexColumn>
  );
};

/** Shows the date of the first publish: a form for users who may publish, a text for others. */
export const FirstPublish = ({ canPublish, ...props }: Props & { canPublish: boolean }) => {
  const { t, formatDateTime } = useText();
  if (canPublish) {
    // A new key resets the form to the last saved date.
    return <FirstPublishForm key={props.firstPublishedAt} {...props} />;
  }
  return props.firstPublishedAt === null ? null : (
    <Fact name={t('work.first-publish')}>
      <Typography tag="p">{formatDateTime(props.firstPublishedAt)}</Typography>
    </Fact>
  );
};
