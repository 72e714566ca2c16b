import type { DailyCounts } from '@fleet-bot/protocol';
import { Box, Flex, Typography, VisuallyHidden } from '@strapi/design-system';
import sumBy from 'lodash/sumBy';

import { useAnswer } from '../../../core/http/use-answer';
import { startOfDay } from '../../../core/start-of-day';
import { useText } from '../../../core/texts/texts';

/**
 * The parts of a day's bar with their colours, from bottom to top: entries created, entries published, requests
 * rejected.
 */
const COLOURS = {
  created: 'primary500',
  published: 'success500',
  rejected: 'danger500',
} as const;
const COUNTS = Object.keys(COLOURS) as (keyof typeof COLOURS)[];

/** Loads the daily counts of entries and rejected requests for the last 30 days in the user's time zone. */
export const useDailyCounts = () =>
  useAnswer<DailyCounts[]>(
    `/bot/overview/days?${new URLSearchParams({ to: startOfDay(1).toISOString() }).toString()}`
  );

const totalOf = (day: DailyCounts): number => sumBy(COUNTS, (count) => day[count]);

const Bar = ({ day, highest }: { day: DailyCounts; highest: number }) => (
  <Flex direction="column-reverse" alignItems="stretch" height="100%" flex="1" minWidth={0}>
    {COUNTS.map((count) => (
      <Box
        key={count}
        background={COLOURS[count]}
        style={{ height: `${(100 * day[count]) / highest}%`, minHeight: day[count] > 0 ? 2 : 0 }}
      />
    ))}
  </Flex>
);

/** A table of the daily counts that the bars show, for screen readers. */
const Table = ({ days }: { days: DailyCounts[] }) => {
  const { t, formatDay, formatNumber } = useText();
  return (
    <VisuallyHidden>
      <table>
        <caption>{t('page.days')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('page.days.day')}</th>
            {COUNTS.map((count) => (
              <th key={count} scope="col">
                {t(`page.days.${count}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.day}>
              <th scope="row">{formatDay(day.day)}</th>
              {COUNTS.map((count) => (
                <td key={count}>{formatNumber(day[count])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
};

/** A bar for each of the last days: entries created, entries published and requests rejected. */
export const DailyBars = ({ days }: { days: DailyCounts[] }) => {
  const { t, formatDay, formatNumber } = useText();
  const highest = Math.max(...days.map(totalOf));
  if (highest === 0) return <Typography>{t('page.days.none')}</Typography>;
  const [first, last] = [days[0], days.at(-1)].map((day) => day && formatDay(day.day));
  return (
    <Box style={{ position: 'relative' }}>
      <div aria-hidden>
        <Flex
          alignItems="stretch"
          gap="2px"
          height="8rem"
          borderColor="neutral200"
          borderStyle="solid"
          borderWidth="0 0 1px 0"
        >
          {days.map((day) => (
            <Bar key={day.day} day={day} highest={highest} />
          ))}
        </Flex>
        <Flex justifyContent="space-between">
          <Typography variant="pi" textColor="neutral600">
            {first}
          </Typography>
          <Typography variant="pi" textColor="neutral600">
            {last}
          </Typography>
        </Flex>
        <Flex gap={4} wrap="wrap" paddingTop={2}>
          {COUNTS.map((count) => (
            <Flex key={count} gap={2}>
              <Box background={COLOURS[count]} padding={1} hasRadius />
              <Typography>
                {t(`page.days.${count}`)}: {formatNumber(sumBy(days, count))}
              </Typography>
            </Flex>
          ))}
        </Flex>
      </div>
      <Table days={days} />
    </Box>
  );
};
