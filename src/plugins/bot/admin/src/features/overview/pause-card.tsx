import { Box, Typography } from '@strapi/design-system';
import { useFetchClient } from '@strapi/strapi/admin';

import { usePauseText, useSiteState } from '../../core/bot-page/site-state';
import { ActionButton } from '../../core/components/action-button';
import { Card } from '../../core/components/card';
import { useText } from '../../core/texts/texts';

/** A card with a button that pauses or resumes the bot. */
export default function PauseCard() {
  const { say } = useText();
  const { put } = useFetchClient();
  const { again } = useSiteState();
  const paused = usePauseText();
  const isPaused = paused !== undefined;
  return (
    <Card title={say('page.switches.pause')}>
      <Typography>{say('page.switches.pause.says')}</Typography>
      {isPaused && <Typography fontWeight="bold">{paused}</Typography>}
      <Box>
        <ActionButton
          key={paused}
          variant={isPaused ? 'default' : 'danger-light'}
          label={say(isPaused ? 'page.switches.go-on' : 'page.switches.pause')}
          question={isPaused ? undefined : say('page.switches.pause.ask')}
          work={() => put('/bot/overview/switches', { paused: !isPaused })}
          success={say('page.switches.saved')}
          after={again}
        />
      </Box>
    </Card>
  );
}
