import type { RefusedRequest, TimelineChange, TimelineItem } from '@fleet-bot/protocol';
import { DatePicker, Field, Link } from '@strapi/design-system';
import { useDeferredValue, useState } from 'react';
import { NavLink, useSearchParams } from 'react-router-dom';

import { Card } from '../../../core/components/card';
import { SingleSelectField } from '../../../core/components/single-select-field';
import { ListItem } from '../../../core/components/list-item';
import { PagedList, usePage } from '../../../core/components/paged-list';
import { PublicationLink } from '../../../core/components/publication-link';
import { SideBySide } from '../../../core/components/side-by-side';
import { TextField } from '../../../core/components/text-field';
import { startOfDay } from '../../../core/start-of-day';
import { useText } from '../../../core/texts/texts';
import { reasonOf } from '../status/requests';

const KINDS = [
  ...['created', 'updated', 'published', 'unpublished', 'deleted', 'restored'].map(
    (event) => `publication.${event}`
  ),
  ...['created', 'updated', 'deleted'].map((event) => `material.${event}`),
  'request.refused',
];
const WHO = ['bot', 'editor', 'api', 'worker', 'site'];
const ALL = 'all';

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
  const { t, tOf } = useText();
  const choice = (name: 'kind' | 'who', values: string[]) => (
    <SingleSelectField
      name={name}
      label={t(`page.activity.${name}`)}
      value={filters[name] || ALL}
      options={{
        [ALL]: t('page.activity.all'),
        ...Object.fromEntries(values.map((value) => [value, tOf(`page.${name}`, value)])),
      }}
      onChange={(value) => change({ [name]: value === ALL ? '' : value })}
    />
  );
  return (
    <SideBySide width="18rem">
      <Field.Root name="day" width="100%">
        <Field.Label>{t('page.activity.day')}</Field.Label>
        <DatePicker
          value={filters.day}
          maxDate={new Date()}
          onChange={(day) => day && change({ day })}
          onClear={() => change({ day: new Date() })}
          clearLabel={t('page.activity.now')}
        />
      </Field.Root>
      {choice('kind', KINDS)}
      {choice('who', WHO)}
      <TextField
        name="search"
        type="search"
        label={t('page.activity.search')}
        value={filters.search}
        onChange={(search) => change({ search })}
      />
    </SideBySide>
  );
};

const PUBLICATION = /\/publications\/([a-z0-9]{24,25})/;

/** A list entry for a rejected request: reason, publication, time and request id. */
const Refused = ({ id, timestamp, data: { method, path, code, message } }: RefusedRequest) => {
  const { t, formatDateTime } = useText();
  const publication = PUBLICATION.exec(path)?.[1];
  return (
    <ListItem
      title={
        <>
          {t('page.kind.request.refused')} {`${method} ${path}`}
        </>
      }
      details={
        <>
          {`${t(reasonOf(code))} ${message} `}
          {publication && <PublicationLink id={publication} title={t('page.activity.work')} />}
          <div>
            {[formatDateTime(timestamp), t('page.activity.request', { id }), code].join(' · ')}
          </div>
        </>
      }
    />
  );
};

/** A list entry for a change: kind, publication or file, user, time and request id. */
const Change = ({ type, timestamp, data }: TimelineChange) => {
  const { t, tOf, nameOf, titleOf, formatDateTime } = useText();
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
    <ListItem
      title={
        <>
          {tOf('page.kind', type)} {place()}
        </>
      }
      details={[
        nameOf(data.by),
        formatDateTime(timestamp),
        data.requestId && t('page.activity.request', { id: data.requestId }),
      ]}
    />
  );
};

/** The Activity tab: changes and rejected requests of one day. */
export default function ActivityTab() {
  const { t } = useText();
  const [parameters] = useSearchParams();
  const [filters, setFilters] = useState<Filters>({
    day: new Date(),
    kind: parameters.get('kind') ?? '',
    who: '',
    search: parameters.get('search') ?? '',
  });
  const { day, ...others } = useDeferredValue(filters);
  const range = { from: startOfDay(0, day).toISOString(), to: startOfDay(1, day).toISOString() };
  const page = usePage<TimelineItem>('/bot/overview/timeline', { ...range, ...others }, 15);

  return (
    <Card title={t('page.activity.title')}>
      <FilterFields
        filters={filters}
        change={(changed) => setFilters({ ...filters, ...changed })}
      />
      <PagedList
        page={page}
        emptyText={t('page.activity.none')}
        emptyPageText={t('page.activity.none-here')}
      >
        {(item: TimelineItem) =>
          item.type === 'request.refused' ? <Refused {...item} /> : <Change {...item} />
        }
      </PagedList>
    </Card>
  );
}
