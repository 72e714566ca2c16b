import { Flex, Link, Typography } from '@strapi/design-system';
import { Widget } from '@strapi/strapi/admin';
import { NavLink } from 'react-router-dom';

import {
  isSilent,
  refusedSince,
  startOfDay,
  useSiteState,
} from '../../../core/bot-page/site-state';
import { useText } from '../../../core/texts/use-text';

/** On the panel's homepage: whether the bot is silent, or has calls that fail. */
export const BotWidget = () => {
  const { say, when } = useText();
  const { data: state, failed } = useSiteState();
  if (state === undefined) return failed ? <Widget.Error /> : <Widget.Loading />;

  const { requests } = state;
  const { lastSuccessAt } = requests;
  const refused = refusedSince(requests, startOfDay()).reduce((sum, [, count]) => sum + count, 0);
  if (requests.lastRequestAt === null && refused === 0) {
    return <Widget.NoData>{say('page.requests.none')}</Widget.NoData>;
  }
  return (
    <Flex direction="column" alignItems="flex-start" gap={2}>
      {isSilent(state) && (
        <Typography textColor="danger700">{say('page.requests.silent')}</Typography>
      )}
      {refused > 0 && <Typography>{say('page.widget.bot.failing', { count: refused })}</Typography>}
      {!isSilent(state) && refused === 0 && lastSuccessAt !== null && (
        <Typography>{say('page.widget.bot.well', { at: when(lastSuccessAt) })}</Typography>
      )}
      <Link tag={NavLink} to="/plugins/bot?tab=state">
        {say('page.widget.bot.more')}
      </Link>
    </Flex>
  );
};
