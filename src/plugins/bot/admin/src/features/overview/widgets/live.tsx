import type { FeedItem, PanelPage } from '@fleet-bot/protocol';
import uniqBy from 'lodash/uniqBy';

import { useAnswer } from '../../../core/http/use-answer';
import { startOfDay } from '../../../core/start-of-day';
import { useText } from '../../../core/texts/texts';

import { Works } from './works';

/** On the panel's homepage: what was published in the last seven days, by whomever. */
export default function LiveWidget() {
  const { say } = useText();
  const range = { from: startOfDay(-6).toISOString(), to: startOfDay(1).toISOString() };
  const asked = new URLSearchParams({ ...range, kind: 'publication.published' });
  const address = `/bot/overview/timeline?${asked.toString()}`;
  const { data, failed } = useAnswer<PanelPage<FeedItem>>(address, { seconds: 30 });
  // The newest one of each work.
  const changes = data && uniqBy(data.items, (change) => change.data.id);
  return (
    <Works
      works={changes?.map((change) => ({ ...change.data, at: change.timestamp }))}
      failed={failed}
      none={say('page.widget.live.none')}
      tab="today"
      more={say('page.today.title')}
    />
  );
}
