import type { FeedItem } from '@fleet-bot/protocol';
import {
  DatePicker,
  Field,
  Grid,
  Link,
  SingleSelect,
  SingleSelectOption,
  TextInput,
} from '@strapi/design-system';
import { useDeferredValue, useState, type ChangeEvent, type ReactNode } from 'react';
import { NavLink } from 'react-router-dom';

import { Card } from '../../../core/components/card';
import { Item } from '../../../core/components/item';
import { PagedList, usePage } from '../../../core/components/paged-list';
import { PublicationLink } from '../../../core/components/publication-link';

import { startOfDay } from '../start-of-day';
import { useText } from '../texts';

const CHOICES = {
  kind: [
    ...['created', 'updated', 'published', 'unpublished', 'deleted'].map(
      (event) => `publication.${event}`
    ),
    ...['created', 'updated', 'deleted'].map((event) => `material.${event}`),
  ],
  who: ['bot', 'editor', 'api', 'worker', 'site'],
};
const ALL = 'all';

/** By which day, kind, person and words the timeline is narrowed. */
interface Filters {
  day: Date;
  kind: string;
  who: string;
  search: string;
}

interface FiltersProps {
  filters: Filters;
  change: (changed: Partial<Filters>) => void;
}

const FilterFields = ({ filters, change }: FiltersProps) => {
  const { say, sayOf } = useText();
  const field = (name: keyof Filters, input: ReactNode) => (
    <Grid.Item col={3} s={6} xs={12} alignItems="stretch">
      <Field.Root name={name} width="100%">
        <Field.Label>{say(`page.today.${name}`)}</Field.Label>
        {input}
      </Field.Root>
    </Grid.Item>
  );
  const choice = (name: 'kind' | 'who') => (
    <SingleSelect
      value={filters[name] || ALL}
      onChange={(value) => change({ [name]: value === ALL ? '' : value })}
    >
      <SingleSelectOption value={ALL}>{say('page.today.all')}</SingleSelectOption>
      {CHOICES[name].map((value) => (
        <SingleSelectOption key={value} value={value}>
          {sayOf(`page.${name}`, value)}
        </SingleSelectOption>
      ))}
    </SingleSelect>
  );
  return (
    <Grid.Root gap={4} gridCols={12}>
      {field(
        'day',
        <DatePicker
          value={filters.day}
          maxDate={new Date()}
          onChange={(day) => day && change({ day })}
          onClear={() => change({ day: new Date() })}
          clearLabel={say('page.today.now')}
        />
      )}
      {field('kind', choice('kind'))}
      {field('who', choice('who'))}
      {field(
        'search',
        <TextInput
          type="search"
          value={filters.search}
          onChange={({ target }: ChangeEvent<HTMLInputElement>) => change({ search: target.value })}
        />
      )}
    </Grid.Root>
  );
};

/** One change: what, of which publication or file, by whom, when, in which request. */
const TimelineItem = ({ type, timestamp, data }: FeedItem) => {
  const { say, sayOf, nameOf, titleOf, when } = useText();
  const title = titleOf(data);
  const place = () => {
    if (type.endsWith('.deleted')) return title;
    if (type.startsWith('publication.')) return <PublicationLink {...data} />;
    return (
      <Link tag={NavLink} to={`/plugins/upload?_q=${encodeURIComponent(data.title ?? '')}`}>
        {title}
      </Link>
    );
  };
  return (
    <Item
      title={
        <>
          {sayOf('page.kind', type)} {place()}
        </>
      }
      said={[
        nameOf(data.by),
        when(timestamp),
        data.requestId && say('page.today.request', { id: data.requestId }),
      ]}
    />
  );
};

/** What has happened on a day. */
export default function TodayTab() {
  const { say } = useText();
  const [filters, setFilters] = useState<Filters>({
    day: new Date(),
    kind: '',
    who: '',
    search: '',
  });
  const { day, ...others } = useDeferredValue(filters);
  const range = { from: startOfDay(0, day).toISOString(), to: startOfDay(1, day).toISOString() };
  const page = usePage<FeedItem>('/bot/overview/timeline', { ...range, ...others }, 15);

  return (
    <Card title={say('page.today.title')}>
      <FilterFields
        filters={filters}
        change={(changed) => setFilters({ ...filters, ...changed })}
      />
      <PagedList page={page} none={say('page.today.none')} noneHere={say('page.today.none-here')}>
        {(change: FeedItem) => <TimelineItem {...change} />}
      </PagedList>
    </Card>
  );
}
