import type { ReviewPage } from '@fleet-bot/protocol';
import { useAnswer } from '../../../core/http/use-answer';
import { useText } from '../../../core/texts/texts';

import { Works } from './works';

/** On the panel's homepage: the bot's newest drafts. */
export default function ReviewWidget() {
  const { say } = useText();
  const { data, failed } = useAnswer<ReviewPage>('/bot/overview/review', { seconds: 30 });
  return (
    <Works
      works={data?.items}
      failed={failed}
      none={say('page.review.none.drafts')}
      tab="review"
      more={say('page.widget.review.more')}
    />
  );
}
