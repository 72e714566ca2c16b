import { Box, Flex } from '@strapi/design-system';

import { Hint } from '../../../core/components/hint';
import { useAnswer } from '../../../core/http/use-answer';

import type { Day } from '../answers';
import { startOfDay } from '../start-of-day';
import { useText } from '../texts';

/** Pixels of the highest bar. */
const HEIGHT = 72;

const sum = ({ by }: Day): number => Object.values(by).reduce((one, other) => one + other, 0);

/** How much was changed on each day of the last week. */
export const WeekChart = () => {
  const { say, number, weekday } = useText();
  const bounds = [-6, -5, -4, -3, -2, -1, 0, 1].map((offset) => startOfDay(offset).toISOString());
  const address = `/bot/overview/week?bounds=${bounds.join(',')}`;
  const { data: days = [] } = useAnswer<Day[]>(address, { seconds: 60 });
  const highest = Math.max(1, ...days.map(sum));

  return (
    <Flex tag="ul" alignItems="flex-end" gap={2} style={{ minHeight: HEIGHT + 48 }}>
      {days.map((day) => (
        <Flex
          tag="li"
          key={day.from}
          direction="column"
          gap={1}
          flex="1"
          title={say('page.week.day', { count: sum(day), published: day.published })}
        >
          <Hint>{number(sum(day))}</Hint>
          <Box
            aria-hidden
            background="primary500"
            hasRadius
            width="60%"
            height={`${Math.max(2, Math.round((sum(day) / highest) * HEIGHT))}px`}
          />
          <Hint>{weekday(day.from)}</Hint>
        </Flex>
      ))}
    </Flex>
  );
};
