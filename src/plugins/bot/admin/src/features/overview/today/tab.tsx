import { Flex, Loader, Typography } from '@strapi/design-system';
import { useDeferredValue, useState } from 'react';

import { useText } from '../../../core/texts/use-text';
import { Card } from '../../../core/components/card';
import { Paging } from '../../../core/components/paging';
import { usePolled } from '../../../core/http/use-polled';

import { Filters, type Asked } from './filters';
import { TimelineItem, type Change } from './timeline-item';
import { WeekChart } from './week-chart';

interface Timeline {
  items: Change[];
  next: number | null;
}

const addressOf = ({ day, kind, who, search }: Asked, before: number | undefined): string => {
  const from = new Date(day);
  from.setHours(0, 0, 0, 0);
  const to = new Date(from);
  to.setDate(to.getDate() + 1);
  const given = Object.entries({ kind, who, search: search.trim(), before: before ?? '' });
  const parameters = new URLSearchParams([
    ['from', from.toISOString()],
    ['to', to.toISOString()],
    ...given.filter(([, value]) => value !== '').map(([name, value]) => [name, String(value)]),
  ]);
  return `/bot/overview/timeline?${parameters.toString()}`;
};

/** What has happened on a day, and how much on each day of the week. */
export const TodayTab = ({ contentType }: { contentType: string }) => {
  const { say } = useText();
  const [asked, setAsked] = useState<Asked>({ day: new Date(), kind: '', who: '', search: '' });
  const [before, setBefore] = useState<number>();
  const { data, failed } = usePolled<Timeline>(useDeferredValue(addressOf(asked, before)), 15);

  const change = (changed: Partial<Asked>) => {
    setBefore(undefined);
    setAsked({ ...asked, ...changed });
  };

  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <Card title={say('page.week')}>
        <WeekChart />
      </Card>
      <Card title={say('page.today.title')}>
        <Filters asked={asked} change={change} />
        {failed && (
          <Typography textColor="danger700" role="alert">
            {say('page.failed')}
          </Typography>
        )}
        {data === undefined && !failed && <Loader small>{say('page.loading')}</Loader>}
        {data?.items.length === 0 && (
          <Typography>
            {say(data.next === null ? 'page.today.none' : 'page.today.none-here')}
          </Typography>
        )}
        {data !== undefined && data.items.length > 0 && (
          <Flex tag="ul" direction="column" alignItems="stretch" gap={4}>
            {data.items.map((item) => (
              <TimelineItem key={item.id} change={item} contentType={contentType} />
            ))}
          </Flex>
        )}
        <Paging before={before} next={data?.next} go={setBefore} />
      </Card>
    </Flex>
  );
};
