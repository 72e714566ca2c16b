import { Flex, Typography } from '@strapi/design-system';

import { ENGLISH, type TextKey } from '../../../core/texts/languages';
import { useText } from '../../../core/texts/use-text';
import { refusedSince, startOfDay, type State } from '../../../core/bot-page/site-state';

const reasonOf = (code: string): TextKey => {
  const key = `page.refused.${code}`;
  return key in ENGLISH ? (key as TextKey) : 'page.refused.other';
};

/** Which requests were refused today, how often, and why. */
export const Refusals = ({ requests }: { requests: State['requests'] }) => {
  const { say, number } = useText();
  const refused = refusedSince(requests, startOfDay());
  if (refused.length === 0) {
    return <Typography>{say('page.refused.none')}</Typography>;
  }
  return (
    <Flex tag="ul" direction="column" alignItems="stretch" gap={3}>
      {refused.map(([code, count]) => (
        <li key={code}>
          <Flex gap={2} alignItems="baseline" wrap="wrap">
            <Typography fontWeight="bold">{number(count)} ×</Typography>
            <Typography tag="code" textColor="neutral600" style={{ overflowWrap: 'anywhere' }}>
              {code}
            </Typography>
          </Flex>
          <Typography tag="p">{say(reasonOf(code))}</Typography>
        </li>
      ))}
    </Flex>
  );
};
