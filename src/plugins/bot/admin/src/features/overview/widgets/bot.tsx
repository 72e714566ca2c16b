import { Flex, Link, Typography } from '@strapi/design-system';
import { Widget } from '@strapi/strapi/admin';
import { NavLink } from 'react-router-dom';

import { useSiteState } from '../../../core/bot-page/site-state';
import { startOfDay } from '../../../core/start-of-day';
import { useText } from '../../../core/texts/texts';
import { isSilent, refusedSince } from '../state/requests';

/** On the panel's homepage: whether the bot is silent, or has requests that fail. */
export default function BotWidget() {
  const { say, when } = useText();
  const { data: state, failed } = useSiteState();
  if (state === undefined) return failed ? <Widget.Error /> : <Widget.Loading />;

  const { lastRequestAt, lastSuccessAt } = state.requests;
  const refused = refusedSince(state.requests, startOfDay());
  const count = refused.reduce((sum, [, one]) => sum + one, 0);
  if (lastRequestAt === null && count === 0) {
    return <Widget.NoData>{say('page.requests.none')}</Widget.NoData>;
  }
  const isWell = !isSilent(state) && count === 0 && lastSuccessAt !== null;
  return (
    <Flex direction="column" alignItems="flex-start" gap={2}>
      {isSilent(state) && (
        <Typography textColor="danger700">{say('page.requests.silent')}</Typography>
      )}
      {count > 0 && <Typography>{say('page.widget.bot.failing', { count })}</Typography>}
      {isWell && (
        <Typography>{say('page.widget.bot.well', { at: when(lastSuccessAt) })}</Typography>
      )}
      <Link tag={NavLink} to="/plugins/bot?tab=state">
        {say('page.widget.bot.more')}
      </Link>
    </Flex>
  );
}
