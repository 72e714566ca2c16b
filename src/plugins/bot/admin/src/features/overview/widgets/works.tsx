import { Flex, Link, Typography } from '@strapi/design-system';
import { Widget } from '@strapi/strapi/admin';
import { NavLink } from 'react-router-dom';

import type { Review } from '../review-tab';
import { startOfDay } from '../../../core/bot-page/site-state';
import type { Change } from '../today/timeline-item';
import { usePolled } from '../../../core/http/use-polled';
import { useText } from '../../../core/texts/use-text';

import { newestOfEach } from './newest-of-each';

/** Works that a widget shows. */
const SHOWN = 5;
const SECONDS = 30;

interface Shown {
  id: string;
  title: string | null;
  at: string;
}

const Works = ({ works, to, more }: { works: Shown[]; to: string; more: string }) => {
  const { say, when } = useText();
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      <Flex tag="ul" direction="column" alignItems="stretch" gap={2}>
        {works.slice(0, SHOWN).map(({ id, title, at }) => (
          <li key={id}>
            <Typography tag="p" style={{ overflowWrap: 'anywhere' }}>
              {title?.trim() || say('page.untitled')}
            </Typography>
            <Typography variant="pi" textColor="neutral600">
              {when(at)}
            </Typography>
          </li>
        ))}
      </Flex>
      <Link tag={NavLink} to={to}>
        {more}
      </Link>
    </Flex>
  );
};

/** On the panel's homepage: the bot's newest drafts. */
export const ReviewWidget = () => {
  const { say } = useText();
  const { data, failed } = usePolled<Review>('/bot/overview/review', SECONDS);
  if (data === undefined) return failed ? <Widget.Error /> : <Widget.Loading />;
  if (data.drafts.length === 0) {
    return <Widget.NoData>{say('page.review.no-drafts')}</Widget.NoData>;
  }
  const works = data.drafts.map(({ createdAt, ...draft }) => ({ ...draft, at: createdAt }));
  return <Works works={works} to="/plugins/bot?tab=review" more={say('page.widget.review.more')} />;
};

/** On the panel's homepage: what was published in the last seven days, by whomever. */
export const LiveWidget = () => {
  const { say } = useText();
  const asked = new URLSearchParams({
    from: startOfDay(-6).toISOString(),
    to: startOfDay(1).toISOString(),
    kind: 'publication.published',
  });
  const { data, failed } = usePolled<{ items: Change[] }>(
    `/bot/overview/timeline?${asked.toString()}`,
    SECONDS
  );
  if (data === undefined) return failed ? <Widget.Error /> : <Widget.Loading />;
  if (data.items.length === 0) {
    return <Widget.NoData>{say('page.widget.live.none')}</Widget.NoData>;
  }
  const works = newestOfEach(data.items).map((item) => ({
    id: item.id,
    title: item.data.title,
    at: item.timestamp,
  }));
  return <Works works={works} to="/plugins/bot?tab=today" more={say('page.today.title')} />;
};
