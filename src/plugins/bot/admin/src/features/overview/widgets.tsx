import type { FeedItem, PanelPage, ReviewPage } from '@fleet-bot/protocol';
import { Link, Typography } from '@strapi/design-system';
import { Widget } from '@strapi/strapi/admin';
import uniqBy from 'lodash/uniqBy';
import { NavLink } from 'react-router-dom';

import { useSiteState } from '../../core/bot-page/site-state';
import { ListItem, List } from '../../core/components/list-item';
import { FlexColumn } from '../../core/components/flex-column';
import { useAnswer } from '../../core/http/use-answer';
import { startOfDay } from '../../core/start-of-day';
import { useText } from '../../core/texts/texts';

import { DailyBars, useDailyCounts } from './status/daily-bars';
import { isSilent, refusedSince } from './status/requests';

/** A link from a widget to a tab of the Bot page. */
const TabLink = ({ tab, children }: { tab: string; children: string }) => (
  <Link tag={NavLink} to={`/plugins/bot?tab=${tab}`}>
    {children}
  </Link>
);

/** A homepage widget: whether the bot is silent or has rejected requests. */
export const BotWidget = () => {
  const { t, formatDateTime } = useText();
  const { data: state, hasFailed } = useSiteState();
  const { data: days } = useDailyCounts();
  if (state === undefined) return hasFailed ? <Widget.Error /> : <Widget.Loading />;

  const { lastRequestAt, lastSuccessAt } = state.requests;
  const refused = refusedSince(state.requests, startOfDay());
  const count = refused.reduce((sum, [, one]) => sum + one, 0);
  if (lastRequestAt === null && count === 0) {
    return <Widget.NoData>{t('page.requests.none')}</Widget.NoData>;
  }
  const isWell = !isSilent(state) && count === 0 && lastSuccessAt !== null;
  return (
    <FlexColumn gap={2}>
      {isSilent(state) && (
        <Typography textColor="danger700">{t('page.requests.silent')}</Typography>
      )}
      {count > 0 && <Typography>{t('page.widget.bot.failing', { count })}</Typography>}
      {isWell && (
        <Typography>{t('page.widget.bot.well', { at: formatDateTime(lastSuccessAt) })}</Typography>
      )}
      {days !== undefined && <DailyBars days={days} />}
      <TabLink tab="status">{t('page.widget.bot.more')}</TabLink>
    </FlexColumn>
  );
};

interface WorksProps {
  /** The publications to list; undefined while they are loading. */
  works: { id: string; title: string | null; at: string }[] | undefined;
  hasFailed: boolean;
  emptyText: string;
  tab: string;
  more: string;
}

/** A list of the first five publications. */
const Works = ({ works, hasFailed, emptyText, tab, more }: WorksProps) => {
  const { titleOf, formatDateTime } = useText();
  if (works === undefined) return hasFailed ? <Widget.Error /> : <Widget.Loading />;
  if (works.length === 0) return <Widget.NoData>{emptyText}</Widget.NoData>;
  return (
    <FlexColumn gap={2}>
      <List>
        {works.slice(0, 5).map((work) => (
          <ListItem key={work.id} title={titleOf(work)} details={formatDateTime(work.at)} />
        ))}
      </List>
      <TabLink tab={tab}>{more}</TabLink>
    </FlexColumn>
  );
};

/** A homepage widget: the newest drafts by the bot. */
export const ReviewWidget = () => {
  const { t } = useText();
  const { data, hasFailed } = useAnswer<ReviewPage>('/bot/overview/review', { seconds: 30 });
  return (
    <Works
      works={data?.items}
      hasFailed={hasFailed}
      emptyText={t('page.review.none.drafts')}
      tab="review"
      more={t('page.widget.review.more')}
    />
  );
};

/** A homepage widget: publications of the last seven days. */
export const PublishedWidget = () => {
  const { t } = useText();
  const range = { from: startOfDay(-6).toISOString(), to: startOfDay(1).toISOString() };
  const query = new URLSearchParams({ ...range, kind: 'publication.published' });
  const address = `/bot/overview/timeline?${query.toString()}`;
  const { data, hasFailed } = useAnswer<PanelPage<FeedItem>>(address, { seconds: 30 });
  // Each publication is listed once, with its newest change.
  const changes = data && uniqBy(data.items, (change) => change.data.id);
  return (
    <Works
      works={changes?.map((change) => ({ ...change.data, at: change.timestamp }))}
      hasFailed={hasFailed}
      emptyText={t('page.widget.published.none')}
      tab="activity"
      more={t('page.widget.published.more')}
    />
  );
};
