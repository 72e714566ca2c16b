import { Flex, Link, Typography } from '@strapi/design-system';
import { Widget } from '@strapi/strapi/admin';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';

import { useSiteState } from '../../core/bot-page/site-state';
import { Item, List } from '../../core/components/item';
import { useAnswer } from '../../core/http/use-answer';

import type { Review, Timeline } from './answers';
import { newestOfEach } from './newest-of-each';
import { startOfDay } from './start-of-day';
import { isSilent, refusedSince } from './state/requests';
import { useText } from './texts';

/** Works that a widget shows. */
const SHOWN = 5;
const SECONDS = 30;

interface FrameProps {
  tab: string;
  more: string;
  children: ReactNode;
}

/** What a widget says, and the way to a tab of the Bot page. */
const Frame = ({ tab, more, children }: FrameProps) => (
  <Flex direction="column" alignItems="stretch" gap={2}>
    {children}
    <Link tag={NavLink} to={`/plugins/bot?tab=${tab}`}>
      {more}
    </Link>
  </Flex>
);

interface WorksProps {
  works: { id: string; title: string | null; at: string }[];
}

const Works = ({ works }: WorksProps) => {
  const { titleOf, when } = useText();
  return (
    <List>
      {works.slice(0, SHOWN).map((work) => (
        <Item key={work.id} title={titleOf(work)} said={when(work.at)} />
      ))}
    </List>
  );
};

/** On the panel's homepage: the bot's newest drafts. */
export const ReviewWidget = () => {
  const { say } = useText();
  const { data, failed } = useAnswer<Review>('/bot/overview/review', { seconds: SECONDS });
  if (data === undefined) return failed ? <Widget.Error /> : <Widget.Loading />;
  if (data.drafts.length === 0) {
    return <Widget.NoData>{say('page.review.no-drafts')}</Widget.NoData>;
  }
  const works = data.drafts.map((draft) => ({ ...draft, at: draft.createdAt }));
  return (
    <Frame tab="review" more={say('page.widget.review.more')}>
      <Works works={works} />
    </Frame>
  );
};

/** On the panel's homepage: what was published in the last seven days, by whomever. */
export const LiveWidget = () => {
  const { say } = useText();
  const asked = new URLSearchParams({
    from: startOfDay(-6).toISOString(),
    to: startOfDay(1).toISOString(),
    kind: 'publication.published',
  });
  const address = `/bot/overview/timeline?${asked.toString()}`;
  const { data, failed } = useAnswer<Timeline>(address, { seconds: SECONDS });
  if (data === undefined) return failed ? <Widget.Error /> : <Widget.Loading />;
  if (data.items.length === 0) {
    return <Widget.NoData>{say('page.widget.live.none')}</Widget.NoData>;
  }
  const works = newestOfEach(data.items).map((change) => ({
    id: change.id,
    title: change.data.title,
    at: change.timestamp,
  }));
  return (
    <Frame tab="today" more={say('page.today.title')}>
      <Works works={works} />
    </Frame>
  );
};

/** On the panel's homepage: whether the bot is silent, or has requests that fail. */
export const BotWidget = () => {
  const { say, when } = useText();
  const { data: state, failed } = useSiteState();
  if (state === undefined) return failed ? <Widget.Error /> : <Widget.Loading />;

  const { lastRequestAt, lastSuccessAt } = state.requests;
  const refused = refusedSince(state.requests, startOfDay());
  const count = refused.reduce((sum, [, one]) => sum + one, 0);
  if (lastRequestAt === null && count === 0) {
    return <Widget.NoData>{say('page.requests.none')}</Widget.NoData>;
  }
  const isWell = !isSilent(state) && count === 0;
  return (
    <Frame tab="state" more={say('page.widget.bot.more')}>
      {isSilent(state) && (
        <Typography textColor="danger700">{say('page.requests.silent')}</Typography>
      )}
      {count > 0 && <Typography>{say('page.widget.bot.failing', { count })}</Typography>}
      {isWell && lastSuccessAt !== null && (
        <Typography>{say('page.widget.bot.well', { at: when(lastSuccessAt) })}</Typography>
      )}
    </Frame>
  );
};
